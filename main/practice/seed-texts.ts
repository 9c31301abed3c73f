/** The words of the practice shop: what it sells, who writes to it, and about what. */

type ShopItem = {
  /** The picture's motif and the SKU's first letters. */
  readonly kind: 'CAM' | 'LMP' | 'CER' | 'TLS' | 'CLK' | 'RAD' | 'BKS'
  readonly title: string
  readonly condition: string
  readonly description: string
  readonly aspects: Readonly<Record<string, readonly string[]>>
}

const camera = (title: string, brand: string, model: string, words: string, condition = 'USED_GOOD'): ShopItem => ({
  kind: 'CAM',
  title,
  condition,
  description: `<p>${words}</p><ul><li>Shutter fired at all speeds</li><li>Light seals checked</li><li>Film tested this year</li></ul><p>Sent in double boxes.</p>`,
  aspects: { Brand: [brand], Model: [model], Type: ['Film Camera'], 'Film Format': ['35 mm'] },
})

const lamp = (title: string, brand: string, colour: string, words: string, condition = 'USED_VERY_GOOD'): ShopItem => ({
  kind: 'LMP',
  title,
  condition,
  description: `<p>${words}</p><p>Rewired with a <b>fabric cable</b> and an EU plug; bulb not included.</p>`,
  aspects: { Brand: [brand], Colour: [colour], Type: ['Table Lamp'], Features: ['Rewired', 'Dimmable'] },
})

const ceramic = (title: string, brand: string, colour: string, words: string): ShopItem => ({
  kind: 'CER',
  title,
  condition: 'USED_EXCELLENT',
  description: `<p>${words}</p><p>No chips, no cracks, no repairs. <i>Rings clear when tapped.</i></p>`,
  aspects: { Brand: [brand], Colour: [colour], Material: ['Stoneware'], Style: ['Mid-Century'] },
})

const tool = (title: string, brand: string, type: string, words: string, condition = 'USED_GOOD'): ShopItem => ({
  kind: 'TLS',
  title,
  condition,
  description: `<p>${words}</p><p>Cleaned, oiled and <b>sharp</b>. Ready for work, not for the wall.</p>`,
  aspects: { Brand: [brand], Type: [type], Material: ['Steel', 'Beech'] },
})

const other = (
  kind: ShopItem['kind'],
  title: string,
  condition: string,
  words: string,
  aspects: ShopItem['aspects'],
): ShopItem => ({ kind, title, condition, description: `<p>${words}</p>`, aspects })

export const shopItems: readonly ShopItem[] = [
  camera(
    'Kestrel 35 rangefinder camera, 1962, with leather case',
    'Kestrel',
    '35',
    'A quiet rangefinder with a bright patch and a crisp 45 mm lens.',
  ),
  lamp(
    'Desk lamp with jointed arm, enamelled, bottle green, 1950s',
    'Lumen Works',
    'Green',
    'An architect’s lamp whose springs still hold every position.',
  ),
  ceramic(
    'Stoneware vase, ochre drip glaze, 24 cm',
    'Harbour Pottery',
    'Ochre',
    'Thrown by hand, signed under the foot, with a heavy drip glaze.',
  ),
  tool(
    'Smoothing plane no. 4, rosewood handles',
    'Northfield',
    'Bench Plane',
    'Sole flattened, iron honed to 25 degrees.',
  ),
  other(
    'CLK',
    'Mantel clock, walnut, eight-day movement, Westminster chime',
    'USED_GOOD',
    'Runs within two minutes a week; serviced in spring. Key included.',
    { Brand: ['Ashworth'], Type: ['Mantel Clock'], Material: ['Walnut'] },
  ),
  other(
    'RAD',
    'Valve radio with magic eye, bakelite, working',
    'USED_ACCEPTABLE',
    'Receives medium wave and FM; <b>warm hum</b> at low volume. Capacitors replaced.',
    { Brand: ['Orion Tone'], Type: ['Valve Radio'], Colour: ['Brown'] },
  ),
  camera(
    'Folding camera 6x9, bellows light-tight, 1938',
    'Aldine',
    'Record II',
    'Bellows checked in the dark with a torch. Takes 120 film.',
  ),
  lamp(
    'Mushroom table lamp, opal glass, 31 cm',
    'Vetro Nord',
    'White',
    'Blown opal glass in one piece, soft light all round.',
  ),
  ceramic(
    'Set of six espresso cups with saucers, speckled blue',
    'Mill Lane',
    'Blue',
    'Complete set; one saucer is a shade lighter from the kiln.',
  ),
  tool(
    'Brace and set of eight auger bits in a canvas roll',
    'Bexley & Sons',
    'Brace',
    'Ratchet works in both directions, chuck holds firmly.',
  ),
  other(
    'BKS',
    'Field guide to garden birds, 1957, 48 colour plates',
    'USED_GOOD',
    'Cloth binding, dust jacket with a small tear, plates complete.',
    { Author: ['M. Fenwick'], Language: ['English'], 'Publication Year': ['1957'] },
  ),
  camera(
    'Twin lens reflex with hood and cap, 75 mm f/3.5',
    'Halberd',
    'TLR-B',
    'Slow speeds are a little slow; everything else as it should be.',
    'USED_ACCEPTABLE',
  ),
  lamp(
    'Brass banker’s lamp, green shade, pull chain',
    'Carlton',
    'Brass',
    'Polished by hand, felt under the base renewed.',
  ),
  ceramic(
    'Large serving bowl, celadon, 32 cm',
    'Harbour Pottery',
    'Green',
    'For salad or for the middle of the table.',
  ),
  tool('Dovetail saw, 12 points, brass back', 'Northfield', 'Dovetail Saw', 'Filed rip, straight as a rule.'),
  other('CLK', 'Travel alarm clock in red leatherette case', 'USED_VERY_GOOD', 'Folds flat, glows faintly. Loud.', {
    Brand: ['Tempo'],
    Type: ['Alarm Clock'],
    Colour: ['Red'],
  }),
  camera(
    'Single lens reflex body, black, needs new mirror foam',
    'Kestrel',
    'SLR-2',
    'Meter reads right in daylight. Sold for repair or for a patient hand.',
    'FOR_PARTS_OR_NOT_WORKING',
  ),
  lamp(
    'Wall lamp with swing arm, white, pair',
    'Lumen Works',
    'White',
    'A pair from a ship’s cabin, with switches on the arm.',
  ),
  ceramic(
    'Jug with handle, salt glaze, 1.5 litres',
    'Westerwald',
    'Grey',
    'Cobalt decoration, a potter’s mark on the shoulder.',
  ),
  tool('Marking gauge, ebony and brass', 'Bexley & Sons', 'Marking Gauge', 'Pin and wheel both present.'),
  other('RAD', 'Portable transistor radio, cream, 1964', 'USED_GOOD', 'Plays on two C cells; leather strap original.', {
    Brand: ['Orion Tone'],
    Type: ['Transistor Radio'],
    Colour: ['Cream'],
  }),
  camera(
    'Half-frame camera, 72 pictures a roll, with wrist strap',
    'Pico',
    'Half',
    'Zone focus, selenium meter alive.',
  ),
  lamp(
    'Lava-look glass lamp base, smoke, without shade',
    'Vetro Nord',
    'Smoke',
    'Heavy, stable, E27 socket renewed.',
    'USED_GOOD',
  ),
  ceramic('Butter dish with lid, cream, 250 g', 'Mill Lane', 'Cream', 'Holds one block; the lid sits tight.'),
  tool('Spokeshave, flat sole, adjustable', 'Northfield', 'Spokeshave', 'Two thumb screws, both turn.'),
  other(
    'BKS',
    'Bread and ovens, a baker’s handbook, 1971',
    'USED_ACCEPTABLE',
    'Flour in the margins and pencil notes of somebody who knew.',
    { Author: ['H. Ostermann'], Language: ['English'], 'Publication Year': ['1971'] },
  ),
  camera(
    '35 mm compact, built-in flash, tested, yellow',
    'Pico',
    'Splash',
    'For the beach. Seals greased.',
    'USED_EXCELLENT',
  ),
  lamp(
    'Floor lamp, teak tripod, linen shade',
    'Skov',
    'Teak',
    'The shade is new, the wood is sixty years old. 148 cm.',
  ),
  ceramic('Teapot, brown betty, four cups', 'Midland', 'Brown', 'Pours without a drop on the cloth.'),
  tool(
    'Set of four bevel chisels, 6 to 25 mm',
    'Northfield',
    'Chisel',
    'Backs flat, handles boxwood.',
    'USED_VERY_GOOD',
  ),
  other('CLK', 'Station clock face, 40 cm, quartz movement', 'NEW', 'A new movement behind an old dial.', {
    Brand: ['Tempo'],
    Type: ['Wall Clock'],
    Colour: ['Black', 'White'],
  }),
  other('RAD', 'Headphones, broadcast type, 1970s, coiled cable', 'USED_GOOD', 'New pads; 600 ohm.', {
    Brand: ['Studio Nord'],
    Type: ['Headphones'],
  }),
  camera('Light meter, selenium, with case and manual', 'Lux', 'Meter 3', 'Within half a stop of a new one.'),
  lamp('Paraffin lantern, red, storm proof', 'Feuerwerk', 'Red', 'Burns clean, wick included.', 'USED_GOOD'),
  ceramic('Wall plate, fish relief, 28 cm', 'Harbour Pottery', 'Blue', 'With a hanging hole in the foot ring.'),
  tool('Hand drill with side handle, two speeds', 'Bexley & Sons', 'Hand Drill', 'Gears greased; chuck to 10 mm.'),
  other('BKS', 'Atlas of the inland waterways, folded maps', 'USED_VERY_GOOD', 'All twelve maps present and uncut.', {
    Author: ['Survey Office'],
    Language: ['English'],
    'Publication Year': ['1949'],
  }),
  camera(
    'Super 8 cine camera, zoom, pistol grip',
    'Aldine',
    'Cine Z',
    'Motor runs, meter needs a new cell. Film not included.',
  ),
  lamp('Clip-on spot, chrome, 1970s', 'Lumen Works', 'Chrome', 'Rubber jaws renewed.'),
  ceramic('Salt pig, white, hand thrown', 'Mill Lane', 'White', 'Stands beside the stove and keeps salt dry.'),
  tool('Wooden mallet, hornbeam', 'Unbranded', 'Mallet', 'Newly turned from old stock.', 'NEW'),
  other(
    'CLK',
    'Ship’s barometer, brass, 18 cm',
    'USED_EXCELLENT',
    'Compared with the weather station for a month: two hectopascals low, adjusted.',
    { Brand: ['Ashworth'], Type: ['Barometer'], Material: ['Brass'] },
  ),
  camera('Enlarger lens 50 mm f/2.8, clean glass', 'Lux', 'EL 50', 'No haze, no fungus, M39 thread.', 'USED_EXCELLENT'),
  lamp('Night light in the shape of a hare, porcelain', 'Vetro Nord', 'White', 'For a nursery or for yourself.'),
  ceramic('Pair of candlesticks, tenmoku glaze', 'Harbour Pottery', 'Black', 'Rust breaks where the glaze is thin.'),
  tool('Spirit level, 60 cm, mahogany and brass', 'Northfield', 'Spirit Level', 'Both vials true.'),
  other('RAD', 'Reel-to-reel tape, 18 cm, new old stock, box of five', 'NEW', 'Sealed. Nobody makes them any more.', {
    Brand: ['Studio Nord'],
    Type: ['Tape'],
    Features: ['Sealed'],
  }),
  camera('Tripod, wooden legs, brass fittings, 140 cm', 'Halberd', 'Tripod', 'Stands straighter than we do.'),
  lamp(
    'Pendant lamp, spun aluminium, 36 cm, orange',
    'Skov',
    'Orange',
    'Inside white, outside as orange as the decade.',
  ),
  ceramic('Casserole with lid, flameproof, 3 litres', 'Midland', 'Brown', 'For the oven and the open flame.'),
  tool(
    'Carpenter’s folding rule, boxwood, 1 m',
    'Bexley & Sons',
    'Folding Rule',
    'Inches on one side, centimetres on the other.',
  ),
  other(
    'BKS',
    'Knots, splices and fancy work, 4th edition',
    'USED_GOOD',
    'Spine sunned; a length of cord between the pages.',
    { Author: ['C. L. Sperling'], Language: ['English'], 'Publication Year': ['1968'] },
  ),
  camera(
    'Slide projector with two magazines, lamp working',
    'Aldine',
    'Diamat',
    'Fan quiet; a spare lamp is in the box.',
  ),
  lamp('Piano lamp, brass, adjustable', 'Carlton', 'Brass', 'Long arm, warm light on the page.'),
  ceramic('Mixing bowl, cane and white, 29 cm', 'Midland', 'Cane', 'The bowl everybody’s grandmother had.'),
  tool('Bench vice, 100 mm jaws, quick release', 'Northfield', 'Vice', '9 kg. Please mind the shipping.'),
  other('CLK', 'Kitchen timer, enamel, 60 minutes', 'USED_VERY_GOOD', 'Rings for a full eight seconds.', {
    Brand: ['Tempo'],
    Type: ['Timer'],
    Colour: ['White'],
  }),
  other(
    'RAD',
    'Intercom pair, bakelite, with 20 m of cable',
    'USED_GOOD',
    'From a dentist’s house. Works on a 9 V block.',
    { Brand: ['Orion Tone'], Type: ['Intercom'] },
  ),
  camera('Darkroom tray set, enamel, 30 x 40, three pieces', 'Lux', 'Trays', 'Three sizes of patience.'),
  other('BKS', 'Sewing machine manual and needle set', 'NEW', 'Unopened needles, a manual with a coffee ring.', {
    Author: ['Unknown'],
    Language: ['English', 'German'],
    'Publication Year': ['1955'],
  }),
]

export const buyers: readonly { readonly username: string; readonly name: string }[] = [
  { username: 'anna_wolle', name: 'Anna' },
  { username: 'peteronthehill', name: 'Peter' },
  { username: 'mireille.d', name: 'Mireille' },
  { username: 'old_glass_joe', name: 'Joe' },
  { username: 'tomasz-k', name: 'Tomasz' },
  { username: 'sofia_reads', name: 'Sofia' },
  { username: 'grainandsilver', name: 'Linh' },
  { username: 'bjorn1971', name: 'Björn' },
  { username: 'the_lampkeeper', name: 'Ines' },
  { username: 'hana.mori', name: 'Hana' },
  { username: 'workshop_west', name: 'Dave' },
  { username: 'claypigeon', name: 'Ruth' },
  { username: 'nkechi_o', name: 'Nkechi' },
  { username: 'marco_lucca', name: 'Marco' },
  { username: 'quietcollector', name: 'E. Larsen' },
  { username: 'zeynep-a', name: 'Zeynep' },
  { username: 'rowan_and_co', name: 'Rowan' },
  { username: 'jules.b', name: 'Jules' },
  { username: 'attic_finds_77', name: 'Carol' },
  { username: 'priya.s', name: 'Priya' },
  { username: 'kees_van_d', name: 'Kees' },
  { username: 'lighthouse4', name: 'Maureen' },
  { username: 'ahmed_h', name: 'Ahmed' },
]

type Line = readonly [from: 'buyer' | 'seller', text: string]

export const threads: readonly { readonly subject: string; readonly messages: readonly Line[] }[] = [
  {
    subject: 'Shipping to Norway?',
    messages: [
      ['buyer', 'Hello, do you ship {item} to Norway? And roughly what would it cost with tracking?\n\nBest,\n{name}'],
    ],
  },
  {
    subject: 'Question about {item}',
    messages: [
      [
        'buyer',
        'Is this still available? My daughter starts her course in two weeks and I would love to give her one.',
      ],
      ['seller', 'Yes, it is. If you order by Thursday it leaves on Friday and should be with you early next week.'],
      ['buyer', 'Wonderful, ordering tonight. Thank you! {name}'],
    ],
  },
  { subject: 'Would you take a bit less?', messages: [['buyer', 'Would you take 15 less for {item} if I pay today?']] },
  {
    subject: 'Arrived safely',
    messages: [
      ['buyer', 'It came this morning, packed like a crown jewel. Thank you so much 🙏'],
      ['seller', 'Lovely to hear. Enjoy it, and write if anything is not right.'],
    ],
  },
  {
    subject: 'Where is my parcel',
    messages: [
      ['buyer', 'Tracking has said "in transit" since Monday. Can you find out where it is?'],
      ['seller', 'I have asked the carrier and will write as soon as they answer.'],
      ['buyer', 'Still nothing. I am getting a bit worried now, it was meant as a present for Sunday.'],
    ],
  },
  {
    subject: 'Measurements',
    messages: [
      [
        'buyer',
        'Could you measure the height and the width at the widest point? I have a shelf of 33 cm and it has to fit.',
      ],
      ['seller', 'Height 31.5 cm, width 22 cm at the widest.'],
    ],
  },
  {
    subject: 'Frage zum Zustand',
    messages: [
      [
        'buyer',
        'Guten Tag, ist der Artikel „{item}“ voll funktionsfähig? Gibt es Kratzer, die man auf den Bildern nicht sieht? Viele Grüße, {name}',
      ],
    ],
  },
  {
    subject: 'Return',
    messages: [
      ['buyer', 'I am sorry, but it does not match our room at all. May I send it back?'],
      ['seller', 'Of course. Please use the same box; I refund as soon as it is here.'],
      ['buyer', 'Sent today, the number is RR 120 334 512. Thanks for being so uncomplicated.'],
      ['seller', 'Received and refunded just now.'],
    ],
  },
  {
    subject: 'There is a crack!',
    messages: [
      [
        'buyer',
        'I unpacked {item} and there is a hairline crack from the rim down, about 4 cm. The listing said NO CRACKS. I am quite disappointed. I have pictures. What do you suggest?',
      ],
    ],
  },
  {
    subject: 'Combined postage',
    messages: [
      ['buyer', 'I would like to buy two things from your shop. Can you send them together and charge postage once?'],
      ['seller', 'Gladly. Put both in the basket and wait with paying, I will send a new invoice.'],
    ],
  },
  {
    subject: 'Une petite question',
    messages: [
      [
        'buyer',
        'Bonjour, livrez-vous en France ? Et l’objet est-il bien d’origine, sans restauration ? Merci d’avance, {name}',
      ],
      ['seller', 'Bonjour, oui, 12 € avec suivi. Tout est d’origine.'],
      ['buyer', 'Parfait, merci beaucoup !'],
    ],
  },
  {
    subject: 'A long story, and a question',
    messages: [
      [
        'buyer',
        'Dear seller,\n\nforgive the long message. My grandfather had exactly such a thing: {item}. It stood on the left of his desk, beside a tin with rubber bands, and as children we were not allowed to touch it, which of course we did whenever he slept after lunch. When the house was cleared nobody thought of it, and I have looked for one ever since – eleven years now, on three platforms and at more flea markets than my wife cares to remember.\n\nYours looks right in every detail but one: his had a small plate with a number on the underside, four or five digits, and I believe the early ones all had it. The later ones, so I have read, had the number on the back, or none. Before I buy, could you turn it over and tell me what you find there? If there is a plate I will not even ask about the price. If there is none I will still think about it, because it is a beautiful piece, and you describe it with more care than most.\n\nThere is no hurry. I have waited for eleven years and can wait until the weekend.\n\nWith kind regards\n{name}',
      ],
    ],
  },
  {
    subject: 'Invoice please',
    messages: [['buyer', 'Could I have an invoice with VAT shown for order of last week? It is for the studio.']],
  },
  {
    subject: 'Does it work with LED bulbs?',
    messages: [
      ['buyer', 'Hi! Does it take LED bulbs & is the socket E27 or E14?'],
      ['seller', 'E27, and LED is fine – better even, it stays cool.'],
      ['buyer', '👍 thanks'],
    ],
  },
  {
    subject: 'Offer',
    messages: [
      ['buyer', '40?'],
      ['seller', 'Thank you, but the price is already a fair one.'],
      ['buyer', '50 and I pick it up'],
      ['seller', 'For pick-up I can do 55.'],
      ['buyer', 'Deal. Saturday at ten?'],
    ],
  },
  {
    subject: 'Wrong item?',
    messages: [
      [
        'buyer',
        'Hello, I ordered {item} but in the parcel there was a <b>different</b> one. The label says <SKU 0113>. Did something get mixed up?',
      ],
    ],
  },
  {
    subject: 'Thank you',
    messages: [['buyer', 'Just wanted to say: even better than in the pictures. Five stars given.']],
  },
  {
    subject: '発送について',
    messages: [
      [
        'buyer',
        'こんにちは。日本への発送は可能でしょうか。送料も教えていただけると助かります。よろしくお願いいたします。',
      ],
    ],
  },
  {
    subject: 'Can you hold it?',
    messages: [
      ['buyer', 'Could you keep {item} for me until Friday? Payday…'],
      ['seller', 'Until Friday noon, with pleasure.'],
    ],
  },
  {
    subject: 'Spare parts',
    messages: [
      ['buyer', 'Do you by any chance also have the original lid/cap/cover for it? I know, I know – everybody asks.'],
      ['seller', 'Sadly not, but I will look in the next box lot.'],
      ['buyer', 'Please do! You have my name :)'],
    ],
  },
  {
    subject: 'Payment failed',
    messages: [
      ['buyer', 'The checkout says "payment could not be completed" although my bank has taken the money. What now?'],
    ],
  },
  {
    subject: 'Price for three',
    messages: [
      [
        'buyer',
        'What would three of these cost, sent to Leeds? They are for a café, so condition may be "well loved".',
      ],
      ['seller', 'I have two like this and one slightly darker. All three for 10 % less, postage once.'],
      ['buyer', 'Send me a picture of the darker one and we have a deal'],
    ],
  },
  {
    subject: 'ship to a pickup point',
    messages: [['buyer', 'hi can u send to a pickup point instead of my home? noone here in daytime']],
  },
  {
    subject: 'Is the description right?',
    messages: [
      [
        'buyer',
        'Your text says 1962 but as far as I know this version was only made from 1964 on (the screws differ: <img src="x" onerror="alert(1)"> – sorry, pasted that from a forum). Could you check the number?',
      ],
      ['seller', 'You are right, I have corrected the listing. Thank you.'],
    ],
  },
  {
    subject: 'Pregunta sobre el envío',
    messages: [
      ['buyer', '¡Hola! ¿Cuánto tarda el envío a Valencia? ¿Y se puede pagar con transferencia? Un saludo, {name}'],
    ],
  },
  {
    subject: 'Broken in transit',
    messages: [
      [
        'buyer',
        'The box looked like somebody had sat on it. The glass is in three pieces 😞 I kept everything, the carton too.',
      ],
      [
        'seller',
        'I am very sorry. Please send two pictures, one of the box and one of the glass, and I will refund and settle it with the carrier.',
      ],
      ['buyer', 'Pictures are attached to the case I opened.'],
    ],
  },
  {
    subject: 'Can I visit?',
    messages: [
      ['buyer', 'I live twenty minutes away. May I come by and see it before I buy?'],
      ['seller', 'Yes, on Saturday mornings. Ring twice.'],
    ],
  },
  {
    subject: 'Feedback',
    messages: [
      ['buyer', 'I left you feedback. Could you leave me some too, please?'],
      ['seller', 'Done, and thank you.'],
    ],
  },
  {
    subject: 'Address change',
    messages: [
      ['buyer', 'URGENT: I have moved. Please send to Mill Road 14 instead of Mill Road 41. I ordered an hour ago.'],
    ],
  },
  {
    subject: 'Does this include everything shown?',
    messages: [
      ['buyer', 'Are all the things in picture 2 included, or is that for decoration?'],
      ['seller', 'Everything but the plant.'],
    ],
  },
  {
    subject: 'Tax & customs',
    messages: [
      [
        'buyer',
        'Will I have to pay customs in Switzerland? I have had surprises > 30 CHF before & would like to avoid them.',
      ],
    ],
  },
  {
    subject: 'second thoughts',
    messages: [
      ['buyer', 'I clicked buy by mistake (toddler on lap). Can we cancel? So sorry!!'],
      ['seller', 'No harm done. It is cancelled.'],
      ['buyer', 'You are a star ⭐'],
    ],
  },
  { subject: 'Smell', messages: [['buyer', 'Odd question: does {item} smell of smoke? I am very sensitive to it.']] },
  {
    subject: 'Wholesale',
    messages: [
      [
        'buyer',
        'We furnish holiday flats and look for about thirty pieces of this kind each year. Would you be open to a standing arrangement? Happy to call.',
      ],
    ],
  },
  {
    subject: 'Still under guarantee?',
    messages: [
      ['buyer', 'It stopped working after two weeks. No light, no sound, nothing. I have tried another socket.'],
      [
        'seller',
        'That should not happen. Please check the small fuse in the plug first, 3 A. If that is not it, send it back at my cost.',
      ],
      ['buyer', 'It WAS the fuse. Embarrassed, and grateful.'],
      ['seller', 'It is always the fuse.'],
      ['buyer', 'Ha!'],
    ],
  },
  {
    subject: 'Kurze Rückfrage',
    messages: [
      ['buyer', 'Hallo, könnten Sie noch ein Foto von der Unterseite machen? Danke und schöne Grüße aus Köln! 🌧️'],
    ],
  },
  {
    subject: 'Better pictures?',
    messages: [
      ['buyer', 'The third picture is a bit dark. Could you take one by the window?'],
      ['seller', 'Uploaded this morning.'],
      ['buyer', 'Much better, thanks. Thinking about it over the weekend.'],
    ],
  },
]

/** How a repeated kind of thread may go on. */
export const closings: readonly Line[] = [
  ['buyer', 'Any news on this?'],
  ['seller', 'I will look into it this afternoon and write again.'],
  ['buyer', 'Perfect, thank you!'],
  ['seller', 'You are welcome. Have a good week.'],
  ['buyer', 'One more thing: could it go out tomorrow?'],
]

export const notices: readonly { readonly subject: string; readonly text: string }[] = [
  {
    subject: 'Your monthly statement is ready',
    text: 'Your statement for last month is ready. Sales: 41. Fees and postage are listed line by line.',
  },
  {
    subject: 'A buyer opened a return',
    text: 'A buyer has opened a return for one of your orders. Please answer within three business days.',
  },
  {
    subject: 'Changes to the postage rates',
    text: 'From the first of next month the rates for parcels above 5 kg change. Listings with calculated postage are updated by themselves.',
  },
  {
    subject: 'Item specifics will be required',
    text: 'Listings in Cameras and in Lighting will need the item specific “Type”. Twelve of yours have no value yet.',
  },
  {
    subject: 'You have kept your seller level',
    text: 'Well done: in the last evaluation you met every standard. Nothing needs to be done.',
  },
  {
    subject: 'Security notice',
    text: 'A new device signed in to your account. If it was you, nothing needs to be done.',
  },
]
