<?php
/** `draw.php tcpdf|fpdf|dompdf INPUT OUTPUT`: makes every source of a folder with one library of PHP, as a program of a user would. */

error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
[, $library, $input, $output] = $argv;
$files = ['tcpdf' => 'tcpdf/tcpdf.php', 'fpdf' => 'fpdf/fpdf.php', 'dompdf' => 'dompdf/autoload.php'];
require '/usr/share/php/' . $files[$library];

function color(string $hex): array
{
    return array_map('hexdec', str_split(substr($hex, 1), 2));
}

function face(string $style): string
{
    return ['' => '', 'bold' => 'B', 'italic' => 'I'][$style];
}

function tcpdf(array $source, string $target): void
{
    global $input;
    $pdf = new TCPDF('P', 'pt', [$source['page']['width'], $source['page']['height']]);
    $pdf->SetTitle($source['title']);
    $pdf->setPrintHeader(false);
    $pdf->setPrintFooter(false);
    $pdf->SetAutoPageBreak(false);
    $families = ['Helvetica' => 'helvetica', 'Times' => 'times', 'Courier' => 'courier'];
    foreach ($source['pages'] as $marks) {
        $pdf->AddPage();
        foreach ($marks as $mark) {
            switch ($mark['op']) {
                case 'text':
                    if (isset($families[$mark['font']])) {
                        $pdf->SetFont($families[$mark['font']], face($mark['style']), $mark['size']);
                    } else {
                        $path = $source['fonts'][$mark['font']][$mark['style']] ?? $source['fonts'][$mark['font']][''];
                        $folder = sys_get_temp_dir() . '/';
                        $pdf->SetFont(TCPDF_FONTS::addTTFfont($path, 'TrueTypeUnicode', '', 32, $folder), '', $mark['size'], $folder . strtolower(str_replace(['-', '_'], '', basename($path, '.ttf'))) . '.php');
                    }
                    $pdf->SetTextColor(...color($mark['color']));
                    $pdf->Text($mark['x'], $mark['y'] - $mark['size'], $mark['text']);
                    break;
                case 'rect':
                    $pdf->SetAlpha($mark['alpha']);
                    $pdf->Rect($mark['x'], $mark['y'], $mark['w'], $mark['h'], 'F', [], color($mark['color']));
                    break;
                case 'line':
                    $pdf->Line($mark['x'], $mark['y'], $mark['x2'], $mark['y2']);
                    break;
                case 'image':
                    $pdf->Image("$input/{$mark['file']}", $mark['x'], $mark['y'], $mark['w'], $mark['h']);
                    break;
                case 'link':
                    $pdf->Link($mark['x'], $mark['y'], $mark['w'], $mark['h'], $mark['url']);
                    break;
                case 'outline':
                    $pdf->Bookmark($mark['text'], $mark['level'] - 1);
                    break;
                case 'field':
                    $pdf->TextField($mark['name'], $mark['w'], $mark['h'], [], ['v' => $mark['value']], $mark['x'], $mark['y']);
                    break;
                case 'check':
                    $pdf->CheckBox($mark['name'], $mark['w'], $mark['on'], [], [], 'Yes', $mark['x'], $mark['y']);
                    break;
            }
        }
    }
    $pdf->Output($target, 'F');
}

function fpdf(array $source, string $target): void
{
    global $input;
    $pdf = new FPDF('P', 'pt', [$source['page']['width'], $source['page']['height']]);
    $pdf->SetTitle($source['title']);
    $pdf->SetAutoPageBreak(false);
    $families = ['Times' => 'Times', 'serif' => 'Times', 'Courier' => 'Courier', 'mono' => 'Courier'];
    foreach ($source['pages'] as $marks) {
        $pdf->AddPage();
        foreach ($marks as $mark) {
            switch ($mark['op']) {
                case 'text':
                    $pdf->SetFont($families[$mark['font']] ?? 'Helvetica', face($mark['style']), $mark['size']);
                    $pdf->SetTextColor(...color($mark['color']));
                    $pdf->Text($mark['x'], $mark['y'], mb_convert_encoding($mark['text'], 'CP1252', 'UTF-8'));
                    break;
                case 'rect':
                    $pdf->SetFillColor(...color($mark['color']));
                    $pdf->Rect($mark['x'], $mark['y'], $mark['w'], $mark['h'], 'F');
                    break;
                case 'line':
                    $pdf->Line($mark['x'], $mark['y'], $mark['x2'], $mark['y2']);
                    break;
                case 'image':
                    $pdf->Image("$input/{$mark['file']}", $mark['x'], $mark['y'], $mark['w'], $mark['h']);
                    break;
                case 'link':
                    $pdf->Link($mark['x'], $mark['y'], $mark['w'], $mark['h'], $mark['url']);
                    break;
            }
        }
    }
    $pdf->Output('F', $target);
}

function dompdf(array $source, string $target): void
{
    global $input;
    $pdf = new Dompdf\Dompdf(['chroot' => $input, 'fontDir' => sys_get_temp_dir(), 'fontCache' => sys_get_temp_dir()]);
    $pdf->loadHtmlFile("$input/{$source['name']}.html");
    $pdf->render();
    file_put_contents($target, $pdf->output());
}

foreach (glob("$input/*.json") as $path) {
    $source = json_decode(file_get_contents($path), true);
    try {
        $library($source, "$output/{$source['name']}.pdf");
    } catch (Throwable $error) {
        echo "{$source['name']}: " . get_class($error) . ': ' . substr($error->getMessage(), 0, 200) . "\n";
    }
}
