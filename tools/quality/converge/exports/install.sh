#!/bin/sh
# Installs the programs of `npm run converge -- --exports` on Debian: packages of the system, and packages for Python, Node, Go and
# Rust in a folder of their own. Run it as root. The script reports each package that cannot be installed and continues with the others.
# The program in Rust needs Cargo 1.70, which Debian 12 does not have.
# WeasyPrint makes subsets with libharfbuzz-subset0; without it the font programs have the time of the export.
here="$(cd "$(dirname "$0")" && pwd)"
home="${EXPORTS_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/fixpoint/exports}"
. "$here/../../install-packages.sh"
mkdir -p "$home/locales" "$home/go" "$home/rust"

apt-get update -q || echo "The lists of system packages are not up to date." >&2
install with_apt \
  fonts-dejavu-core fonts-dejavu-extra fonts-droid-fallback locales python3-venv \
  libreoffice-writer-nogui wkhtmltopdf ghostscript librsvg2-bin groff fop \
  texlive-latex-base texlive-latex-recommended texlive-fonts-recommended texlive-xetex texlive-luatex lmodern \
  php-cli php-gd php-mbstring php-xml php-tcpdf php-fpdf php-dompdf \
  ruby ruby-prawn libpdf-api2-perl libpdf-builder-perl libharfbuzz-subset0
command -v go > /dev/null || install with_apt golang-go

# The second export is made under another locale.
localedef -i de_DE -f UTF-8 "$home/locales/de_DE.UTF-8" || failed="$failed de_DE.UTF-8"

install with_pip typst==0.15.2 weasyprint==70.0 reportlab==4.5.1 fpdf2==2.8.9 borb==3.0.9 \
  matplotlib==3.11.2 cairocffi==1.7.1 skia-python==144.1 PyMuPDF==2.0 xhtml2pdf==0.2.28 rst2pdf==0.105 svglib==2.3.2 PySide6-Essentials==6.12.0

install with_npm pdfkit@0.20.2 jspdf@4.2.1 pdf-lib@1.17.1 @pdf-lib/fontkit@1.1.1 pdfmake@0.3.11 @react-pdf/renderer@4.9.0 react@19.3.1

(cd "$here/programs/go" && go build -o "$home/go/draw" .) || failed="$failed go/draw"
(cd "$here/programs/rust" && cargo build -q --release --locked --target-dir "$home/rust/target") &&
  cp "$home/rust/target/release/draw" "$home/rust/draw" || failed="$failed rust/draw"

finish
