# `draw.rb INPUT OUTPUT`: draws every source of a folder with Prawn, as a program of a user would.
require "json"
require "prawn"

INPUT, OUTPUT = ARGV
CORE = { "Helvetica" => "Helvetica", "Times" => "Times-Roman", "Courier" => "Courier" }.freeze
Prawn::Fonts::AFM.hide_m17n_warning = true

def draw(source)
  height = source["page"]["height"]
  size = [source["page"]["width"], height]
  pdf = Prawn::Document.new(skip_page_creation: true, page_size: size, margin: 0, info: { Title: source["title"] })
  source["fonts"].each do |name, styles|
    normal = styles[""]
    pdf.font_families.update(name => { normal: normal, bold: styles["bold"] || normal, italic: styles["italic"] || normal })
  end
  source["pages"].each do |page|
    pdf.start_new_page
    page.each { |mark| draw_mark(pdf, mark, height) }
  end
  pdf.render_file(File.join(OUTPUT, "#{source["name"]}.pdf"))
end

def draw_mark(pdf, mark, height)
  x = mark["x"]
  y = height - mark["y"]
  case mark["op"]
  when "text"
    style = mark["style"].empty? ? :normal : mark["style"].to_sym
    pdf.font(CORE[mark["font"]] || mark["font"], style: style, size: mark["size"])
    pdf.fill_color(mark["color"].delete("#"))
    pdf.draw_text(mark["text"], at: [x, y])
  when "rect"
    pdf.fill_color(mark["color"].delete("#"))
    pdf.transparent(mark["alpha"]) { pdf.fill_rectangle([x, y], mark["w"], mark["h"]) }
  when "line"
    pdf.stroke_line([x, y], [mark["x2"], height - mark["y2"]])
  when "image"
    pdf.image(File.join(INPUT, mark["file"]), at: [x, y], width: mark["w"], height: mark["h"])
  when "link"
    action = { Type: :Action, S: :URI, URI: PDF::Core::LiteralString.new(mark["url"]) }
    pdf.link_annotation([x, y - mark["h"], x + mark["w"], y], Border: [0, 0, 0], A: action)
  when "outline"
    pdf.outline.page(title: mark["text"], destination: pdf.page_number)
  end
end

Dir.glob(File.join(INPUT, "*.json")).sort.each do |path|
  source = JSON.parse(File.read(path))
  draw(source)
rescue StandardError => e
  puts "#{source["name"]}: #{e.class}: #{e.message[0, 200]}"
end
