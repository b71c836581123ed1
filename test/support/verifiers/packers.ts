/** Programs that pack evidence again, and the answers of verifiers about their archives. */
import type { Outcome } from './cases.ts';

interface Packer {
  readonly name: string;
  /** The program that the machine must have. */
  readonly needs: string;
  /** Packs the folder `evidence`, or the same files in `Prüfung`, as `out.zip`. */
  readonly command: string;
  readonly outcome: Outcome;
}

const python = (lines: string): string => `python3 - <<'END'\nimport os, shutil, zipfile\n${lines}\nEND`;
const zipfile = (mode: string, target = "'out.zip'"): string =>
  python(`with zipfile.ZipFile(${target}, 'w', ${mode}) as archive:
    for name in sorted(os.listdir('evidence')):
        archive.write('evidence/' + name, 'Prüfung/' + name)`);
const GIT = 'git init -q . && git add evidence && git -c user.name=A -c user.email=a@b.test commit -qm x';

export const PACKERS: readonly Packer[] = [
  { name: 'zip', needs: 'zip', command: 'zip -qr out.zip evidence', outcome: 'verified' },
  { name: 'zip, with an umlaut in a name', needs: 'zip', command: 'zip -qr out.zip Prüfung', outcome: 'repacked' },
  { name: 'zip into a pipe', needs: 'zip', command: 'zip -qr - evidence | cat > out.zip', outcome: 'repacked' },
  { name: 'zip -0 into a pipe', needs: 'zip', command: 'zip -q0r - evidence | cat > out.zip', outcome: 'repacked' },
  {
    name: 'zip, with a comment',
    needs: 'zip',
    command: 'echo Packed | zip -qrz out.zip evidence',
    outcome: 'repacked',
  },
  { name: 'zip, with sizes of eight bytes', needs: 'zip', command: 'zip -qrfz out.zip evidence', outcome: 'repacked' },
  { name: 'zip, with a password', needs: 'zip', command: 'zip -qrP secret out.zip evidence', outcome: 'repacked' },
  { name: 'jar', needs: 'jar', command: 'jar cf out.zip evidence', outcome: 'repacked' },
  { name: 'jar without a manifest', needs: 'jar', command: 'jar cfM out.zip evidence', outcome: 'repacked' },
  { name: 'git archive', needs: 'git', command: `${GIT} && git archive -o out.zip HEAD`, outcome: 'repacked' },
  {
    name: 'git archive of a tree',
    needs: 'git',
    command: `${GIT} && git archive -o out.zip HEAD:evidence`,
    outcome: 'verified',
  },
  { name: 'Python, deflated', needs: 'python3', command: zipfile('zipfile.ZIP_DEFLATED'), outcome: 'verified' },
  { name: 'Python, by LZMA', needs: 'python3', command: zipfile('zipfile.ZIP_LZMA'), outcome: 'repacked' },
  {
    name: 'Python into a pipe',
    needs: 'python3',
    command: `(${zipfile('zipfile.ZIP_DEFLATED', "open(1, 'wb')")}\n) | cat > out.zip`,
    outcome: 'verified',
  },
  {
    name: 'Python, with sizes of eight bytes',
    needs: 'python3',
    command: python(`with zipfile.ZipFile('out.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
    for name in sorted(os.listdir('evidence')):
        with archive.open('evidence/' + name, 'w', force_zip64=True) as file:
            file.write(open('evidence/' + name, 'rb').read())`),
    outcome: 'repacked',
  },
  {
    name: 'shutil of Python',
    needs: 'python3',
    command: python("shutil.make_archive('out', 'zip', '.', 'evidence')"),
    outcome: 'verified',
  },
];
