/** The items of the practice shop, one per line: kind | title | condition | description | item specifics. */

export type SeedModel = {
  /** Selects the drawing, and begins the SKU. */
  readonly kind: string
  readonly title: string
  readonly condition: string
  readonly description: string
  readonly aspects: Readonly<Record<string, readonly string[]>>
}

const catalog = `
CAM | Kestrel 35 rangefinder camera, 1962, with leather case | USED_GOOD | A quiet rangefinder with a bright patch and a crisp 45 mm lens. | Brand: Kestrel; Model: 35
LMP | Desk lamp with jointed arm, enamelled, bottle green, 1950s | USED_VERY_GOOD | An architect’s lamp whose springs still hold every position. | Brand: Lumen Works; Colour: Green
CER | Stoneware vase, ochre drip glaze, 24 cm | USED_EXCELLENT | Thrown by hand, signed under the foot, with a heavy drip glaze. | Brand: Harbour Pottery; Colour: Ochre
TLS | Smoothing plane no. 4, rosewood handles | USED_GOOD | Sole flattened, iron honed to 25 degrees. | Brand: Northfield
CLK | Mantel clock, walnut, eight-day movement, Westminster chime | USED_GOOD | Runs within two minutes a week; serviced in spring. Key included. | Brand: Ashworth; Type: Mantel Clock; Material: Walnut
RAD | Valve radio with magic eye, bakelite, working | USED_ACCEPTABLE | Receives medium wave and FM; <b>warm hum</b> at low volume. Capacitors replaced. | Brand: Orion Tone; Type: Valve Radio; Colour: Brown
CAM | Folding camera 6x9, bellows light-tight, 1938 | USED_GOOD | Bellows checked in the dark with a torch. Takes 120 film. | Brand: Aldine; Model: Record II
LMP | Mushroom table lamp, opal glass, 31 cm | USED_VERY_GOOD | Blown opal glass in one piece, soft light all round. | Brand: Vetro Nord; Colour: White
CER | Set of six espresso cups with saucers, speckled blue | USED_EXCELLENT | Complete set; one saucer is a shade lighter from the kiln. | Brand: Mill Lane; Colour: Blue
TLS | Brace and set of eight auger bits in a canvas roll | USED_GOOD | Ratchet works in both directions, chuck holds firmly. | Brand: Bexley & Sons
BKS | Field guide to garden birds, 1957, 48 colour plates | USED_GOOD | Cloth binding, dust jacket with a small tear, plates complete. | Author: M. Fenwick; Language: English; Publication Year: 1957
CAM | Twin lens reflex with hood and cap, 75 mm f/3.5 | USED_ACCEPTABLE | Slow speeds are a little slow; everything else as it should be. | Brand: Halberd; Model: TLR-B
LMP | Brass banker’s lamp, green shade, pull chain | USED_VERY_GOOD | Polished by hand, felt under the base renewed. | Brand: Carlton; Colour: Brass
CER | Large serving bowl, celadon, 32 cm | USED_EXCELLENT | For salad or for the middle of the table. | Brand: Harbour Pottery; Colour: Green
TLS | Dovetail saw, 12 points, brass back | USED_GOOD | Filed rip, straight as a rule. | Brand: Northfield; Type: Dovetail Saw
CLK | Travel alarm clock in red leatherette case | USED_VERY_GOOD | Folds flat, glows faintly. Loud. | Brand: Tempo; Type: Alarm Clock; Colour: Red
CAM | Single lens reflex body, black, needs new mirror foam | FOR_PARTS_OR_NOT_WORKING | Meter reads right in daylight. Sold for repair or for a patient hand. | Brand: Kestrel; Model: SLR-2
LMP | Wall lamp with swing arm, white, pair | USED_VERY_GOOD | A pair from a ship’s cabin, with switches on the arm. | Brand: Lumen Works; Colour: White
CER | Jug with handle, salt glaze, 1.5 litres | USED_EXCELLENT | Cobalt decoration, a potter’s mark on the shoulder. | Brand: Westerwald; Colour: Grey
TLS | Marking gauge, ebony and brass | USED_GOOD | Pin and wheel both present. | Brand: Bexley & Sons; Type: Marking Gauge
RAD | Portable transistor radio, cream, 1964 | USED_GOOD | Plays on two C cells; leather strap original. | Brand: Orion Tone; Type: Transistor Radio; Colour: Cream
CAM | Half-frame camera, 72 pictures a roll, with wrist strap | USED_GOOD | Zone focus, selenium meter alive. | Brand: Pico; Model: Half
LMP | Lava-look glass lamp base, smoke, without shade | USED_GOOD | Heavy, stable, E27 socket renewed. | Brand: Vetro Nord; Colour: Smoke
CER | Butter dish with lid, cream, 250 g | USED_EXCELLENT | Holds one block; the lid sits tight. | Brand: Mill Lane; Colour: Cream
TLS | Spokeshave, flat sole, adjustable | USED_GOOD | Two thumb screws, both turn. | Brand: Northfield; Type: Spokeshave
BKS | Bread and ovens, a baker’s handbook, 1971 | USED_ACCEPTABLE | Flour in the margins and pencil notes of somebody who knew. | Author: H. Ostermann; Language: English; Publication Year: 1971
CAM | 35 mm compact, built-in flash, tested, yellow | USED_EXCELLENT | For the beach. Seals greased. | Brand: Pico; Model: Splash
LMP | Floor lamp, teak tripod, linen shade | USED_VERY_GOOD | The shade is new, the wood is sixty years old. 148 cm. | Brand: Skov; Colour: Teak
CER | Teapot, brown betty, four cups | USED_EXCELLENT | Pours without a drop on the cloth. | Brand: Midland; Colour: Brown
TLS | Set of four bevel chisels, 6 to 25 mm | USED_VERY_GOOD | Backs flat, handles boxwood. | Brand: Northfield; Type: Chisel
CLK | Station clock face, 40 cm, quartz movement | NEW | A new movement behind an old dial. | Brand: Tempo; Type: Wall Clock; Colour: Black, White
RAD | Headphones, broadcast type, 1970s, coiled cable | USED_GOOD | New pads; 600 ohm. | Brand: Studio Nord; Type: Headphones
CAM | Light meter, selenium, with case and manual | USED_GOOD | Within half a stop of a new one. | Brand: Lux; Model: Meter 3
LMP | Paraffin lantern, red, storm proof | USED_GOOD | Burns clean, wick included. | Brand: Feuerwerk; Colour: Red
CER | Wall plate, fish relief, 28 cm | USED_EXCELLENT | With a hanging hole in the foot ring. | Brand: Harbour Pottery; Colour: Blue
TLS | Hand drill with side handle, two speeds | USED_GOOD | Gears greased; chuck to 10 mm. | Brand: Bexley & Sons; Type: Hand Drill
BKS | Atlas of the inland waterways, folded maps | USED_VERY_GOOD | All twelve maps present and uncut. | Author: Survey Office; Language: English; Publication Year: 1949
CAM | Super 8 cine camera, zoom, pistol grip | USED_GOOD | Motor runs, meter needs a new cell. Film not included. | Brand: Aldine; Model: Cine Z
LMP | Clip-on spot, chrome, 1970s | USED_VERY_GOOD | Rubber jaws renewed. | Brand: Lumen Works; Colour: Chrome
CER | Salt pig, white, hand thrown | USED_EXCELLENT | Stands beside the stove and keeps salt dry. | Brand: Mill Lane; Colour: White
TLS | Wooden mallet, hornbeam | NEW | Newly turned from old stock. | Brand: Unbranded; Type: Mallet
CLK | Ship’s barometer, brass, 18 cm | USED_EXCELLENT | Compared with the weather station for a month: two hectopascals low, adjusted. | Brand: Ashworth; Type: Barometer; Material: Brass
CAM | Enlarger lens 50 mm f/2.8, clean glass | USED_EXCELLENT | No haze, no fungus, M39 thread. | Brand: Lux; Model: EL 50
LMP | Night light in the shape of a hare, porcelain | USED_VERY_GOOD | For a nursery or for yourself. | Brand: Vetro Nord; Colour: White
CER | Pair of candlesticks, tenmoku glaze | USED_EXCELLENT | Rust breaks where the glaze is thin. | Brand: Harbour Pottery; Colour: Black
TLS | Spirit level, 60 cm, mahogany and brass | USED_GOOD | Both vials true. | Brand: Northfield; Type: Spirit Level
RAD | Reel-to-reel tape, 18 cm, new old stock, box of five | NEW | Sealed. Nobody makes them any more. | Brand: Studio Nord; Type: Tape; Features: Sealed
CAM | Tripod, wooden legs, brass fittings, 140 cm | USED_GOOD | Stands straighter than we do. | Brand: Halberd; Model: Tripod
LMP | Pendant lamp, spun aluminium, 36 cm, orange | USED_VERY_GOOD | Inside white, outside as orange as the decade. | Brand: Skov; Colour: Orange
CER | Casserole with lid, flameproof, 3 litres | USED_EXCELLENT | For the oven and the open flame. | Brand: Midland; Colour: Brown
TLS | Carpenter’s folding rule, boxwood, 1 m | USED_GOOD | Inches on one side, centimetres on the other. | Brand: Bexley & Sons; Type: Folding Rule
BKS | Knots, splices and fancy work, 4th edition | USED_GOOD | Spine sunned; a length of cord between the pages. | Author: C. L. Sperling; Language: English; Publication Year: 1968
CAM | Slide projector with two magazines, lamp working | USED_GOOD | Fan quiet; a spare lamp is in the box. | Brand: Aldine; Model: Diamat
LMP | Piano lamp, brass, adjustable | USED_VERY_GOOD | Long arm, warm light on the page. | Brand: Carlton; Colour: Brass
CER | Mixing bowl, cane and white, 29 cm | USED_EXCELLENT | The bowl everybody’s grandmother had. | Brand: Midland; Colour: Cane
TLS | Bench vice, 100 mm jaws, quick release | USED_GOOD | 9 kg. Please mind the shipping. | Brand: Northfield; Type: Vice
CLK | Kitchen timer, enamel, 60 minutes | USED_VERY_GOOD | Rings for a full eight seconds. | Brand: Tempo; Type: Timer; Colour: White
RAD | Intercom pair, bakelite, with 20 m of cable | USED_GOOD | From a dentist’s house. Works on a 9 V block. | Brand: Orion Tone; Type: Intercom
CAM | Darkroom tray set, enamel, 30 x 40, three pieces | USED_GOOD | Three sizes of patience. | Brand: Lux; Model: Trays
BKS | Sewing machine manual and needle set | NEW | Unopened needles, a manual with a coffee ring. | Author: Unknown; Language: English, German; Publication Year: 1955
`

type Shared = { readonly closing: string; readonly aspects: SeedModel['aspects'] }

/** The end of the description and the item specifics that all items of a kind share. */
const sharedByKind: Readonly<Record<string, Shared>> = {
  CAM: {
    closing:
      '<ul><li>Shutter fired at all speeds</li><li>Light seals checked</li><li>Film tested this year</li></ul><p>Sent in double boxes.</p>',
    aspects: { Type: ['Film Camera'], 'Film Format': ['35 mm'] },
  },
  LMP: {
    closing: '<p>Rewired with a <b>fabric cable</b> and an EU plug; bulb not included.</p>',
    aspects: { Type: ['Table Lamp'], Features: ['Rewired', 'Dimmable'] },
  },
  CER: {
    closing: '<p>No chips, no cracks, no repairs. <i>Rings clear when tapped.</i></p>',
    aspects: { Material: ['Stoneware'], Style: ['Mid-Century'] },
  },
  TLS: {
    closing: '<p>Cleaned, oiled and <b>sharp</b>. Ready for work, not for the wall.</p>',
    aspects: { Material: ['Steel', 'Beech'] },
  },
}

const parseModel = (row: string): SeedModel => {
  const [kind = '', title = '', condition = '', text = '', specifics = ''] = row.split(' | ')
  const shared = sharedByKind[kind]
  const aspects = specifics.split('; ').map((specific): [string, string[]] => {
    const [name = '', values = ''] = specific.split(': ')
    return [name, values.split(', ')]
  })
  return {
    kind,
    title,
    condition,
    description: `<p>${text}</p>${shared?.closing ?? ''}`,
    aspects: { ...Object.fromEntries(aspects), ...shared?.aspects },
  }
}

export const seedModels: readonly SeedModel[] = catalog.trim().split('\n').map(parseModel)
