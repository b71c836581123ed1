/**
 * Glyph names and Unicode: the Adobe Glyph List For New Fonts, the additional names of the Core-14 AFM files and the
 * names of ZapfDingbats (Adobe agl-aglfn, BSD-3-Clause). Names and hexadecimal code points alternate.
 */

/** Latin, Greek and symbol names. */
export const GLYPH_LIST = `
A 0041 AE 00C6 AEacute 01FC Aacute 00C1 Abreve 0102 Acircumflex 00C2 Adieresis 00C4 Agrave 00C0 Alpha 0391
Alphatonos 0386 Amacron 0100 Aogonek 0104 Aring 00C5 Aringacute 01FA Atilde 00C3 B 0042 Beta 0392 C 0043 Cacute
0106 Ccaron 010C Ccedilla 00C7 Ccircumflex 0108 Cdotaccent 010A Chi 03A7 D 0044 Dcaron 010E Dcroat 0110 Delta
2206 E 0045 Eacute 00C9 Ebreve 0114 Ecaron 011A Ecircumflex 00CA Edieresis 00CB Edotaccent 0116 Egrave 00C8
Emacron 0112 Eng 014A Eogonek 0118 Epsilon 0395 Epsilontonos 0388 Eta 0397 Etatonos 0389 Eth 00D0 Euro 20AC F
0046 G 0047 Gamma 0393 Gbreve 011E Gcaron 01E6 Gcircumflex 011C Gcommaaccent 0122 Gdotaccent 0120 H 0048 H18533
25CF H18543 25AA H18551 25AB H22073 25A1 Hbar 0126 Hcircumflex 0124 I 0049 IJ 0132 Iacute 00CD Ibreve 012C
Icircumflex 00CE Idieresis 00CF Idotaccent 0130 Ifraktur 2111 Igrave 00CC Imacron 012A Iogonek 012E Iota 0399
Iotadieresis 03AA Iotatonos 038A Itilde 0128 J 004A Jcircumflex 0134 K 004B Kappa 039A Kcommaaccent 0136 L 004C
Lacute 0139 Lambda 039B Lcaron 013D Lcommaaccent 013B Ldot 013F Lslash 0141 M 004D Mu 039C N 004E Nacute 0143
Ncaron 0147 Ncommaaccent 0145 Ntilde 00D1 Nu 039D O 004F OE 0152 Oacute 00D3 Obreve 014E Ocircumflex 00D4
Odieresis 00D6 Ograve 00D2 Ohorn 01A0 Ohungarumlaut 0150 Omacron 014C Omega 2126 Omegatonos 038F Omicron 039F
Omicrontonos 038C Oslash 00D8 Oslashacute 01FE Otilde 00D5 P 0050 Phi 03A6 Pi 03A0 Psi 03A8 Q 0051 R 0052 Racute
0154 Rcaron 0158 Rcommaaccent 0156 Rfraktur 211C Rho 03A1 S 0053 SF010000 250C SF020000 2514 SF030000 2510
SF040000 2518 SF050000 253C SF060000 252C SF070000 2534 SF080000 251C SF090000 2524 SF100000 2500 SF110000 2502
SF190000 2561 SF200000 2562 SF210000 2556 SF220000 2555 SF230000 2563 SF240000 2551 SF250000 2557 SF260000 255D
SF270000 255C SF280000 255B SF360000 255E SF370000 255F SF380000 255A SF390000 2554 SF400000 2569 SF410000 2566
SF420000 2560 SF430000 2550 SF440000 256C SF450000 2567 SF460000 2568 SF470000 2564 SF480000 2565 SF490000 2559
SF500000 2558 SF510000 2552 SF520000 2553 SF530000 256B SF540000 256A Sacute 015A Scaron 0160 Scedilla 015E
Scircumflex 015C Scommaaccent 0218 Sigma 03A3 T 0054 Tau 03A4 Tbar 0166 Tcaron 0164 Tcommaaccent 0162 Theta 0398
Thorn 00DE U 0055 Uacute 00DA Ubreve 016C Ucircumflex 00DB Udieresis 00DC Ugrave 00D9 Uhorn 01AF Uhungarumlaut
0170 Umacron 016A Uogonek 0172 Upsilon 03A5 Upsilon1 03D2 Upsilondieresis 03AB Upsilontonos 038E Uring 016E
Utilde 0168 V 0056 W 0057 Wacute 1E82 Wcircumflex 0174 Wdieresis 1E84 Wgrave 1E80 X 0058 Xi 039E Y 0059 Yacute
00DD Ycircumflex 0176 Ydieresis 0178 Ygrave 1EF2 Z 005A Zacute 0179 Zcaron 017D Zdotaccent 017B Zeta 0396 a 0061
aacute 00E1 abreve 0103 acircumflex 00E2 acute 00B4 acutecomb 0301 adieresis 00E4 ae 00E6 aeacute 01FD agrave
00E0 aleph 2135 alpha 03B1 alphatonos 03AC amacron 0101 ampersand 0026 angle 2220 angleleft 2329 angleright 232A
anoteleia 0387 aogonek 0105 apple F8FF approxequal 2248 aring 00E5 aringacute 01FB arrowboth 2194 arrowdblboth
21D4 arrowdbldown 21D3 arrowdblleft 21D0 arrowdblright 21D2 arrowdblup 21D1 arrowdown 2193 arrowhorizex F8E7
arrowleft 2190 arrowright 2192 arrowup 2191 arrowupdn 2195 arrowupdnbse 21A8 arrowvertex F8E6 asciicircum 005E
asciitilde 007E asterisk 002A asteriskmath 2217 at 0040 atilde 00E3 b 0062 backslash 005C bar 007C beta 03B2
block 2588 braceex F8F4 braceleft 007B braceleftbt F8F3 braceleftmid F8F2 bracelefttp F8F1 braceright 007D
bracerightbt F8FE bracerightmid F8FD bracerighttp F8FC bracketleft 005B bracketleftbt F8F0 bracketleftex F8EF
bracketlefttp F8EE bracketright 005D bracketrightbt F8FB bracketrightex F8FA bracketrighttp F8F9 breve 02D8
brokenbar 00A6 bullet 2022 c 0063 cacute 0107 caron 02C7 carriagereturn 21B5 ccaron 010D ccedilla 00E7
ccircumflex 0109 cdotaccent 010B cedilla 00B8 cent 00A2 chi 03C7 circle 25CB circlemultiply 2297 circleplus 2295
circumflex 02C6 club 2663 colon 003A colonmonetary 20A1 comma 002C commaaccent F6C3 congruent 2245 copyright
00A9 copyrightsans F8E9 copyrightserif F6D9 currency 00A4 d 0064 dagger 2020 daggerdbl 2021 dcaron 010F dcroat
0111 degree 00B0 delta 03B4 diamond 2666 dieresis 00A8 dieresistonos 0385 divide 00F7 dkshade 2593 dnblock 2584
dollar 0024 dong 20AB dotaccent 02D9 dotbelowcomb 0323 dotlessi 0131 dotmath 22C5 e 0065 eacute 00E9 ebreve 0115
ecaron 011B ecircumflex 00EA edieresis 00EB edotaccent 0117 egrave 00E8 eight 0038 element 2208 ellipsis 2026
emacron 0113 emdash 2014 emptyset 2205 endash 2013 eng 014B eogonek 0119 epsilon 03B5 epsilontonos 03AD equal
003D equivalence 2261 estimated 212E eta 03B7 etatonos 03AE eth 00F0 exclam 0021 exclamdbl 203C exclamdown 00A1
existential 2203 f 0066 female 2640 fi FB01 figuredash 2012 filledbox 25A0 filledrect 25AC five 0035 fiveeighths
215D fl FB02 florin 0192 four 0034 fraction 2044 franc 20A3 g 0067 gamma 03B3 gbreve 011F gcaron 01E7
gcircumflex 011D gcommaaccent 0123 gdotaccent 0121 germandbls 00DF gradient 2207 grave 0060 gravecomb 0300
greater 003E greaterequal 2265 guillemotleft 00AB guillemotright 00BB guilsinglleft 2039 guilsinglright 203A h
0068 hbar 0127 hcircumflex 0125 heart 2665 hookabovecomb 0309 house 2302 hungarumlaut 02DD hyphen 002D i 0069
iacute 00ED ibreve 012D icircumflex 00EE idieresis 00EF igrave 00EC ij 0133 imacron 012B infinity 221E integral
222B integralbt 2321 integralex F8F5 integraltp 2320 intersection 2229 invbullet 25D8 invcircle 25D9
invsmileface 263B iogonek 012F iota 03B9 iotadieresis 03CA iotadieresistonos 0390 iotatonos 03AF itilde 0129 j
006A jcircumflex 0135 k 006B kappa 03BA kcommaaccent 0137 kgreenlandic 0138 l 006C lacute 013A lambda 03BB
lcaron 013E lcommaaccent 013C ldot 0140 less 003C lessequal 2264 lfblock 258C lira 20A4 logicaland 2227
logicalnot 00AC logicalor 2228 longs 017F lozenge 25CA lslash 0142 ltshade 2591 m 006D macron 00AF male 2642
minus 2212 minute 2032 mu 00B5 multiply 00D7 musicalnote 266A musicalnotedbl 266B n 006E nacute 0144 napostrophe
0149 ncaron 0148 ncommaaccent 0146 nine 0039 notelement 2209 notequal 2260 notsubset 2284 ntilde 00F1 nu 03BD
numbersign 0023 o 006F oacute 00F3 obreve 014F ocircumflex 00F4 odieresis 00F6 oe 0153 ogonek 02DB ograve 00F2
ohorn 01A1 ohungarumlaut 0151 omacron 014D omega 03C9 omega1 03D6 omegatonos 03CE omicron 03BF omicrontonos 03CC
one 0031 onedotenleader 2024 oneeighth 215B onehalf 00BD onequarter 00BC onesuperior 00B9 onethird 2153
openbullet 25E6 ordfeminine 00AA ordmasculine 00BA orthogonal 221F oslash 00F8 oslashacute 01FF otilde 00F5 p
0070 paragraph 00B6 parenleft 0028 parenleftbt F8ED parenleftex F8EC parenlefttp F8EB parenright 0029
parenrightbt F8F8 parenrightex F8F7 parenrighttp F8F6 partialdiff 2202 percent 0025 period 002E periodcentered
00B7 perpendicular 22A5 perthousand 2030 peseta 20A7 phi 03C6 phi1 03D5 pi 03C0 plus 002B plusminus 00B1
prescription 211E product 220F propersubset 2282 propersuperset 2283 proportional 221D psi 03C8 q 0071 question
003F questiondown 00BF quotedbl 0022 quotedblbase 201E quotedblleft 201C quotedblright 201D quoteleft 2018
quotereversed 201B quoteright 2019 quotesinglbase 201A quotesingle 0027 r 0072 racute 0155 radical 221A
radicalex F8E5 rcaron 0159 rcommaaccent 0157 reflexsubset 2286 reflexsuperset 2287 registered 00AE registersans
F8E8 registerserif F6DA revlogicalnot 2310 rho 03C1 ring 02DA rtblock 2590 s 0073 sacute 015B scaron 0161
scedilla 015F scircumflex 015D scommaaccent 0219 second 2033 section 00A7 semicolon 003B seven 0037 seveneighths
215E shade 2592 sigma 03C3 sigma1 03C2 similar 223C six 0036 slash 002F smileface 263A space 0020 spade 2660
sterling 00A3 suchthat 220B summation 2211 sun 263C t 0074 tau 03C4 tbar 0167 tcaron 0165 tcommaaccent 0163
therefore 2234 theta 03B8 theta1 03D1 thorn 00FE three 0033 threeeighths 215C threequarters 00BE threesuperior
00B3 tilde 02DC tildecomb 0303 tonos 0384 trademark 2122 trademarksans F8EA trademarkserif F6DB triagdn 25BC
triaglf 25C4 triagrt 25BA triagup 25B2 two 0032 twodotenleader 2025 twosuperior 00B2 twothirds 2154 u 0075
uacute 00FA ubreve 016D ucircumflex 00FB udieresis 00FC ugrave 00F9 uhorn 01B0 uhungarumlaut 0171 umacron 016B
underscore 005F underscoredbl 2017 union 222A universal 2200 uogonek 0173 upblock 2580 upsilon 03C5
upsilondieresis 03CB upsilondieresistonos 03B0 upsilontonos 03CD uring 016F utilde 0169 v 0076 w 0077 wacute
1E83 wcircumflex 0175 wdieresis 1E85 weierstrass 2118 wgrave 1E81 x 0078 xi 03BE y 0079 yacute 00FD ycircumflex
0177 ydieresis 00FF yen 00A5 ygrave 1EF3 z 007A zacute 017A zcaron 017E zdotaccent 017C zero 0030 zeta 03B6
`;

/** The names of ZapfDingbats. They have no meaning in another font. */
export const ZAPF_DINGBATS_LIST = `
a1 2701 a10 2721 a100 275E a101 2761 a102 2762 a103 2763 a104 2764 a105 2710 a106 2765 a107 2766 a108 2767 a109
2660 a11 261B a110 2665 a111 2666 a112 2663 a117 2709 a118 2708 a119 2707 a12 261E a120 2460 a121 2461 a122 2462
a123 2463 a124 2464 a125 2465 a126 2466 a127 2467 a128 2468 a129 2469 a13 270C a130 2776 a131 2777 a132 2778
a133 2779 a134 277A a135 277B a136 277C a137 277D a138 277E a139 277F a14 270D a140 2780 a141 2781 a142 2782
a143 2783 a144 2784 a145 2785 a146 2786 a147 2787 a148 2788 a149 2789 a15 270E a150 278A a151 278B a152 278C
a153 278D a154 278E a155 278F a156 2790 a157 2791 a158 2792 a159 2793 a16 270F a160 2794 a161 2192 a162 27A3
a163 2194 a164 2195 a165 2799 a166 279B a167 279C a168 279D a169 279E a17 2711 a170 279F a171 27A0 a172 27A1
a173 27A2 a174 27A4 a175 27A5 a176 27A6 a177 27A7 a178 27A8 a179 27A9 a18 2712 a180 27AB a181 27AD a182 27AF
a183 27B2 a184 27B3 a185 27B5 a186 27B8 a187 27BA a188 27BB a189 27BC a19 2713 a190 27BD a191 27BE a192 279A
a193 27AA a194 27B6 a195 27B9 a196 2798 a197 27B4 a198 27B7 a199 27AC a2 2702 a20 2714 a200 27AE a201 27B1 a202
2703 a203 2750 a204 2752 a205 276E a206 2770 a21 2715 a22 2716 a23 2717 a24 2718 a25 2719 a26 271A a27 271B a28
271C a29 2722 a3 2704 a30 2723 a31 2724 a32 2725 a33 2726 a34 2727 a35 2605 a36 2729 a37 272A a38 272B a39 272C
a4 260E a40 272D a41 272E a42 272F a43 2730 a44 2731 a45 2732 a46 2733 a47 2734 a48 2735 a49 2736 a5 2706 a50
2737 a51 2738 a52 2739 a53 273A a54 273B a55 273C a56 273D a57 273E a58 273F a59 2740 a6 271D a60 2741 a61 2742
a62 2743 a63 2744 a64 2745 a65 2746 a66 2747 a67 2748 a68 2749 a69 274A a7 271E a70 274B a71 25CF a72 274D a73
25A0 a74 274F a75 2751 a76 25B2 a77 25BC a78 25C6 a79 2756 a8 271F a81 25D7 a82 2758 a83 2759 a84 275A a85 276F
a86 2771 a87 2772 a88 2773 a89 2768 a9 2720 a90 2769 a91 276C a92 276D a93 276A a94 276B a95 2774 a96 2775 a97
275B a98 275C a99 275D
`;
