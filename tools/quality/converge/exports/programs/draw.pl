# `draw.pl PDF::API2|PDF::Builder INPUT OUTPUT`: draws every source of a folder, as a program of a user would.
use strict;
use warnings;
use JSON::PP;

my ($library, $input, $output) = @ARGV;
eval "require $library" or die $@;
my %core = (
    Helvetica => { '' => 'Helvetica',   bold => 'Helvetica-Bold', italic => 'Helvetica-Oblique' },
    Times     => { '' => 'Times-Roman', bold => 'Times-Bold',     italic => 'Times-Italic' },
    Courier   => { '' => 'Courier',     bold => 'Courier-Bold',   italic => 'Courier-Oblique' },
);

for my $path (sort glob "$input/*.json") {
    open my $file, '<:raw', $path or die $!;
    my $source = decode_json(join '', <$file>);
    eval { draw($source); 1 } or print "$source->{name}: $@";
}

sub draw {
    my ($source) = @_;
    my ($width, $height) = @{$source->{page}}{qw(width height)};
    my $pdf = $library->new();
    $pdf->title($source->{title});
    my %fonts;
    for my $marks (@{$source->{pages}}) {
        my $page = $pdf->page();
        $page->mediabox(0, 0, $width, $height);
        for my $mark (@$marks) {
            my ($op, $x, $y) = ($mark->{op}, $mark->{x}, $height - $mark->{y});
            if ($op eq 'text') {
                my $styles = $source->{fonts}{$mark->{font}};
                my $name = $core{$mark->{font}} ? $core{$mark->{font}}{$mark->{style}} : $styles->{$mark->{style}} // $styles->{''};
                $fonts{$name} //= $name =~ m{/} ? $pdf->ttfont($name) : $pdf->corefont($name);
                my $text = $page->text();
                $text->font($fonts{$name}, $mark->{size});
                $text->fillcolor($mark->{color});
                $text->translate($x, $y);
                $text->text($mark->{text});
            }
            elsif ($op eq 'rect') {
                my $gfx = $page->gfx();
                $gfx->fillcolor($mark->{color});
                $gfx->rect($x, $y - $mark->{h}, $mark->{w}, $mark->{h});
                $gfx->fill();
            }
            elsif ($op eq 'line') {
                my $gfx = $page->gfx();
                $gfx->move($x, $y);
                $gfx->line($mark->{x2}, $height - $mark->{y2});
                $gfx->stroke();
            }
            elsif ($op eq 'image') {
                my $file = "$input/$mark->{file}";
                my $image = $file =~ /png$/ ? $pdf->image_png($file) : $pdf->image_jpeg($file);
                $page->gfx()->image($image, $x, $y - $mark->{h}, $mark->{w}, $mark->{h});
            }
            elsif ($op eq 'link') {
                my $annotation = $page->annotation();
                $annotation->url($mark->{url}, -rect => [$x, $y - $mark->{h}, $x + $mark->{w}, $y]);
            }
            elsif ($op eq 'outline') {
                my $item = $pdf->outlines()->outline();
                $item->title($mark->{text});
                $item->dest($page);
            }
        }
    }
    $pdf->saveas("$output/$source->{name}.pdf");
}
