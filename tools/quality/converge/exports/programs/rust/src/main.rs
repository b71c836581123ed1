//! `draw INPUT OUTPUT`: draws every source of a folder with printpdf, as a program of a user would.
use printpdf::path::{PaintMode, WindingOrder};
use printpdf::*;
use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

/// A point in millimetres, in which the library counts.
const MILLIMETRES: f32 = 25.4 / 72.0;

fn mm(points: f32) -> Mm {
    Mm(points * MILLIMETRES)
}

fn colour(text: &str) -> Color {
    let part = |at: usize| f32::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap_or(0)) / 255.0;
    Color::Rgb(Rgb::new(part(1), part(3), part(5), None))
}

fn standard_font(family: &str, style: &str) -> BuiltinFont {
    match (family, style) {
        ("Times", "bold") => BuiltinFont::TimesBold,
        ("Times", "italic") => BuiltinFont::TimesItalic,
        ("Times", _) => BuiltinFont::TimesRoman,
        ("Courier", "bold") => BuiltinFont::CourierBold,
        ("Courier", "italic") => BuiltinFont::CourierOblique,
        ("Courier", _) => BuiltinFont::Courier,
        (_, "bold") => BuiltinFont::HelveticaBold,
        (_, "italic") => BuiltinFont::HelveticaOblique,
        _ => BuiltinFont::Helvetica,
    }
}

fn draw(source: &Path, target: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(source)?;
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    let title = rows.iter().find(|row| row[0] == "title").map_or("", |row| row[1]);
    let document = PdfDocument::empty(title);
    let mut fonts: HashMap<String, IndirectFontRef> = HashMap::new();
    let mut layer: Option<PdfLayerReference> = None;
    let mut height = 0.0;
    for row in &rows {
        let number = |index: usize| row[index].parse::<f32>().unwrap_or(0.0);
        if row[0] == "page" {
            height = number(2);
            let (page, first) = document.add_page(mm(number(1)), mm(height), "page");
            layer = Some(document.get_page(page).get_layer(first));
        }
        let Some(on) = &layer else { continue };
        match row[0] {
            "text" => {
                let key = row[3..5].join(" ");
                if !fonts.contains_key(&key) {
                    let font = if row[7].is_empty() {
                        document.add_builtin_font(standard_font(row[3], row[4]))?
                    } else {
                        document.add_external_font(File::open(row[7])?)?
                    };
                    fonts.insert(key.clone(), font);
                }
                on.set_fill_color(colour(row[6]));
                on.use_text(row[8], number(5), mm(number(1)), mm(height - number(2)), &fonts[&key]);
            }
            "rect" => {
                let (x, y) = (number(1), height - number(2));
                on.set_fill_color(colour(row[5]));
                let area = Rect::new(mm(x), mm(y - number(4)), mm(x + number(3)), mm(y));
                on.add_rect(area.with_mode(PaintMode::Fill).with_winding(WindingOrder::NonZero));
            }
            "line" => {
                let end = |x: f32, y: f32| (Point::new(mm(x), mm(height - y)), false);
                let points = vec![end(number(1), number(2)), end(number(3), number(4))];
                on.add_line(Line { points, is_closed: false });
            }
            "outline" => {
                document.add_bookmark(row[3], on.page);
            }
            _ => {}
        }
    }
    document.save(&mut BufWriter::new(File::create(target)?))?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folders: Vec<String> = std::env::args().skip(1).collect();
    for entry in fs::read_dir(&folders[0])? {
        let source = entry?.path();
        if source.extension().is_some_and(|ending| ending == "marks") {
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if let Err(fault) = draw(&source, &Path::new(&folders[1]).join(format!("{name}.pdf"))) {
                println!("{name}: {fault}");
            }
        }
    }
    Ok(())
}
