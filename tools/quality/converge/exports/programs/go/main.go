// The command `draw LIBRARY INPUT OUTPUT` draws every source of a folder with one library for Go, as a program of a user would.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-pdf/fpdf"
	"github.com/signintech/gopdf"
)

type drawing interface {
	mark(fields []string) error
	save(path string) error
}

func main() {
	library, input, output := os.Args[1], os.Args[2], os.Args[3]
	sources, _ := filepath.Glob(filepath.Join(input, "*.marks"))
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".marks")
		if err := draw(library, source, filepath.Join(output, name+".pdf")); err != nil {
			fmt.Printf("%s: %v\n", name, err)
		}
	}
}

func draw(library, source, target string) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%v", fault)
		}
	}()
	file, err := os.Open(source)
	if err != nil {
		return err
	}
	defer file.Close()
	var on drawing = newFpdf(filepath.Dir(source))
	if library == "gopdf" {
		on = newGopdf(filepath.Dir(source))
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if err := on.mark(strings.Split(lines.Text(), "\t")); err != nil {
			return err
		}
	}
	return on.save(target)
}

func number(text string) float64 {
	value, _ := strconv.ParseFloat(text, 64)
	return value
}

func box(fields []string) (x, y, w, h float64) {
	return number(fields[1]), number(fields[2]), number(fields[3]), number(fields[4])
}

func colour(text string) (r, g, b int) {
	fmt.Sscanf(text, "#%02x%02x%02x", &r, &g, &b)
	return r, g, b
}

type fpdfDrawing struct {
	pdf    *fpdf.Fpdf
	folder string
	fonts  map[string]bool
}

func newFpdf(folder string) *fpdfDrawing {
	return &fpdfDrawing{fpdf.New("P", "pt", "A4", ""), folder, map[string]bool{}}
}

func (d *fpdfDrawing) mark(fields []string) error {
	pdf := d.pdf
	switch fields[0] {
	case "title":
		pdf.SetTitle(fields[1], true)
	case "page":
		pdf.AddPageFormat("P", fpdf.SizeType{Wd: number(fields[1]), Ht: number(fields[2])})
	case "text":
		style := map[string]string{"bold": "B", "italic": "I"}[fields[4]]
		family, file := fields[3], fields[7]
		if file != "" && !d.fonts[family+style] {
			bytes, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			pdf.AddUTF8FontFromBytes(family, style, bytes)
			d.fonts[family+style] = true
		}
		pdf.SetFont(family, style, number(fields[5]))
		pdf.SetTextColor(colour(fields[6]))
		pdf.Text(number(fields[1]), number(fields[2]), fields[8])
	case "rect":
		x, y, w, h := box(fields)
		pdf.SetAlpha(number(fields[6]), "Normal")
		pdf.SetFillColor(colour(fields[5]))
		pdf.Rect(x, y, w, h, "F")
		pdf.SetAlpha(1, "Normal")
	case "line":
		pdf.Line(number(fields[1]), number(fields[2]), number(fields[3]), number(fields[4]))
	case "image":
		x, y, w, h := box(fields)
		pdf.ImageOptions(filepath.Join(d.folder, fields[5]), x, y, w, h, false, fpdf.ImageOptions{}, 0, "")
	case "link":
		x, y, w, h := box(fields)
		pdf.LinkString(x, y, w, h, fields[5])
	case "outline":
		pdf.Bookmark(fields[3], int(number(fields[2]))-1, number(fields[1]))
	}
	return pdf.Error()
}

func (d *fpdfDrawing) save(path string) error {
	return d.pdf.OutputFileAndClose(path)
}

type gopdfDrawing struct {
	pdf    *gopdf.GoPdf
	folder string
	fonts  map[string]bool
}

func newGopdf(folder string) *gopdfDrawing {
	pdf := &gopdf.GoPdf{}
	pdf.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	return &gopdfDrawing{pdf, folder, map[string]bool{}}
}

// The library has no standard fonts, so that DejaVu takes their place.
var substitutes = map[string]string{"Helvetica": "DejaVuSans", "Times": "DejaVuSerif", "Courier": "DejaVuSansMono"}

func (d *gopdfDrawing) mark(fields []string) error {
	pdf := d.pdf
	switch fields[0] {
	case "title":
		pdf.SetInfo(gopdf.PdfInfo{Title: fields[1]})
	case "page":
		pdf.AddPageWithOption(gopdf.PageOption{PageSize: &gopdf.Rect{W: number(fields[1]), H: number(fields[2])}})
	case "text":
		file := fields[7]
		if file == "" {
			file = "/usr/share/fonts/truetype/dejavu/" + substitutes[fields[3]] + ".ttf"
		}
		if !d.fonts[file] {
			if err := pdf.AddTTFFont(file, file); err != nil {
				return err
			}
			d.fonts[file] = true
		}
		if err := pdf.SetFont(file, "", number(fields[5])); err != nil {
			return err
		}
		r, g, b := colour(fields[6])
		pdf.SetTextColor(uint8(r), uint8(g), uint8(b))
		pdf.SetXY(number(fields[1]), number(fields[2]))
		return pdf.Text(fields[8])
	case "rect":
		x, y, w, h := box(fields)
		r, g, b := colour(fields[5])
		pdf.SetFillColor(uint8(r), uint8(g), uint8(b))
		if err := pdf.SetTransparency(gopdf.Transparency{Alpha: number(fields[6]), BlendModeType: gopdf.NormalBlendMode}); err != nil {
			return err
		}
		pdf.RectFromUpperLeftWithStyle(x, y, w, h, "F")
		pdf.ClearTransparency()
	case "line":
		pdf.Line(number(fields[1]), number(fields[2]), number(fields[3]), number(fields[4]))
	case "image":
		x, y, w, h := box(fields)
		return pdf.Image(filepath.Join(d.folder, fields[5]), x, y, &gopdf.Rect{W: w, H: h})
	case "link":
		x, y, w, h := box(fields)
		pdf.AddExternalLink(fields[5], x, y, w, h)
	case "outline":
		pdf.AddOutline(fields[3])
	}
	return nil
}

func (d *gopdfDrawing) save(path string) error {
	return d.pdf.WritePdf(path)
}
