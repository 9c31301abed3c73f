/** The practice shop's buyers, and what they write about. */

export const seedBuyers = `
anna_wolle Anna
peteronthehill Peter
mireille.d Mireille
old_glass_joe Joe
tomasz-k Tomasz
sofia_reads Sofia
grainandsilver Linh
bjorn1971 Björn
the_lampkeeper Ines
hana.mori Hana
workshop_west Dave
claypigeon Ruth
nkechi_o Nkechi
marco_lucca Marco
quietcollector E. Larsen
zeynep-a Zeynep
rowan_and_co Rowan
jules.b Jules
attic_finds_77 Carol
priya.s Priya
kees_van_d Kees
lighthouse4 Maureen
ahmed_h Ahmed
`
  .trim()
  .split('\n')
  .map((row) => {
    const [username = '', ...name] = row.split(' ')
    return { username, name: name.join(' ') }
  })

type SeedLine = readonly [from: 'buyer' | 'seller', text: string]

/** A subject, then `>` what a buyer writes and `<` what the seller answers, `=` only when the thread is used again; ¶ is a line break. */
const transcripts = `
Shipping to Norway?
> Hello, do you ship {item} to Norway? And roughly what would it cost with tracking?¶¶Best,¶{name}
= Yes, gladly. Tracked postage to Norway is 24, and it takes about eight days.

Question about {item}
> Is this still available? My daughter starts her course in two weeks and I would love to give her one.
< Yes, it is. If you order by Thursday it leaves on Friday and should be with you early next week.
> Wonderful, ordering tonight. Thank you! {name}

Would you take a bit less?
> Would you take 15 less for {item} if I pay today?
= Thank you for asking. I can do 10 less if you pay today.

Arrived safely
> It came this morning, packed like a crown jewel. Thank you so much 🙏
< Lovely to hear. Enjoy it, and write if anything is not right.

Where is my parcel
> Tracking has said "in transit" since Monday. Can you find out where it is?
< I have asked the carrier and will write as soon as they answer.
> Still nothing. I am getting a bit worried now, it was meant as a present for Sunday.
= The carrier has found it. It is out for delivery tomorrow.

Measurements
> Could you measure the height and the width at the widest point? I have a shelf of 33 cm and it has to fit.
< Height 31.5 cm, width 22 cm at the widest.

Frage zum Zustand
> Guten Tag, ist der Artikel „{item}“ voll funktionsfähig? Gibt es Kratzer, die man auf den Bildern nicht sieht? Viele Grüße, {name}
= Ja, voll funktionsfähig, und Kratzer sind keine da.

Return
> I am sorry, but it does not match our room at all. May I send it back?
< Of course. Please use the same box; I refund as soon as it is here.
> Sent today, the number is RR 120 334 512. Thanks for being so uncomplicated.
< Received and refunded just now.

There is a crack!
> I unpacked {item} and there is a hairline crack from the rim down, about 4 cm. The listing said NO CRACKS. I am quite disappointed. I have pictures. What do you suggest?
= I am sorry. Send it back at my cost, or keep it for half the price: what suits you better?

Combined postage
> I would like to buy two things from your shop. Can you send them together and charge postage once?
< Gladly. Put both in the basket and wait with paying, I will send a new invoice.

Une petite question
> Bonjour, livrez-vous en France ? Et l’objet est-il bien d’origine, sans restauration ? Merci d’avance, {name}
< Bonjour, oui, 12 € avec suivi. Tout est d’origine.
> Parfait, merci beaucoup !

A long story, and a question
> Dear seller,¶¶forgive the long message. My grandfather had exactly such a thing: {item}. It stood on the left of his desk, beside a tin with rubber bands, and as children we were not allowed to touch it, which of course we did whenever he slept after lunch. When the house was cleared nobody thought of it, and I have looked for one ever since – eleven years now, on three platforms and at more flea markets than my wife cares to remember.¶¶Yours looks right in every detail but one: his had a small plate with a number on the underside, four or five digits, and I believe the early ones all had it. The later ones, so I have read, had the number on the back, or none. Before I buy, could you turn it over and tell me what you find there? If there is a plate I will not even ask about the price. If there is none I will still think about it, because it is a beautiful piece, and you describe it with more care than most.¶¶There is no hurry. I have waited for eleven years and can wait until the weekend.¶¶With kind regards¶{name}
= I have turned it over: there is a small plate with the number 4417. What a story!

Invoice please
> Could I have an invoice with VAT shown for order of last week? It is for the studio.
= Of course. The invoice with VAT is on its way to your email address.

Does it work with LED bulbs?
> Hi! Does it take LED bulbs & is the socket E27 or E14?
< E27, and LED is fine – better even, it stays cool.
> 👍 thanks

Offer
> 40?
< Thank you, but the price is already a fair one.
> 50 and I pick it up
< For pick-up I can do 55.
> Deal. Saturday at ten?
= Saturday at ten. Ring twice.

Wrong item?
> Hello, I ordered {item} but in the parcel there was a <b>different</b> one. The label says <SKU 0113>. Did something get mixed up?
= That is my mistake. The right one leaves today; please send the other back with the label I add.

Thank you
> Just wanted to say: even better than in the pictures. Five stars given.

発送について
> こんにちは。日本への発送は可能でしょうか。送料も教えていただけると助かります。よろしくお願いいたします。
= こんにちは。日本への発送も可能です。送料は追跡付きで30ドルです。

Can you hold it?
> Could you keep {item} for me until Friday? Payday…
< Until Friday noon, with pleasure.

Spare parts
> Do you by any chance also have the original lid/cap/cover for it? I know, I know – everybody asks.
< Sadly not, but I will look in the next box lot.
> Please do! You have my name :)

Payment failed
> The checkout says "payment could not be completed" although my bank has taken the money. What now?
= Nothing has arrived here, and the bank returns it in such cases within two days. I keep it for you.

Price for three
> What would three of these cost, sent to Leeds? They are for a café, so condition may be "well loved".
< I have two like this and one slightly darker. All three for 10 % less, postage once.
> Send me a picture of the darker one and we have a deal

ship to a pickup point
> hi can u send to a pickup point instead of my home? noone here in daytime
= Yes, choose the pickup point as the address when you pay.

Is the description right?
> Your text says 1962 but as far as I know this version was only made from 1964 on (the screws differ: <img src="x" onerror="alert(1)"> – sorry, pasted that from a forum). Could you check the number?
< You are right, I have corrected the listing. Thank you.

Pregunta sobre el envío
> ¡Hola! ¿Cuánto tarda el envío a Valencia? ¿Y se puede pagar con transferencia? Un saludo, {name}
= ¡Hola! Tarda unos cinco días. Por transferencia no puedo, solo con el pago de la plataforma.

Broken in transit
> The box looked like somebody had sat on it. The glass is in three pieces 😞 I kept everything, the carton too.
< I am very sorry. Please send two pictures, one of the box and one of the glass, and I will refund and settle it with the carrier.
> Pictures are attached to the case I opened.

Can I visit?
> I live twenty minutes away. May I come by and see it before I buy?
< Yes, on Saturday mornings. Ring twice.

Feedback
> I left you feedback. Could you leave me some too, please?
< Done, and thank you.

Address change
> URGENT: I have moved. Please send to Mill Road 14 instead of Mill Road 41. I ordered an hour ago.
= Just in time: the label now says Mill Road 14.

Does this include everything shown?
> Are all the things in picture 2 included, or is that for decoration?
< Everything but the plant.

Tax & customs
> Will I have to pay customs in Switzerland? I have had surprises > 30 CHF before & would like to avoid them.
= Below 62 CHF there is nothing to pay. Above that the post collects the tax and a fee at your door.

second thoughts
> I clicked buy by mistake (toddler on lap). Can we cancel? So sorry!!
< No harm done. It is cancelled.
> You are a star ⭐

Smell
> Odd question: does {item} smell of smoke? I am very sensitive to it.
= Not at all. We do not smoke, and it stood in a glass cabinet.

Wholesale
> We furnish holiday flats and look for about thirty pieces of this kind each year. Would you be open to a standing arrangement? Happy to call.
= With pleasure. Write to me with what you need for the first flat, and I will make you an offer.

Still under guarantee?
> It stopped working after two weeks. No light, no sound, nothing. I have tried another socket.
< That should not happen. Please check the small fuse in the plug first, 3 A. If that is not it, send it back at my cost.
> It WAS the fuse. Embarrassed, and grateful.
< It is always the fuse.
> Ha!

Kurze Rückfrage
> Hallo, könnten Sie noch ein Foto von der Unterseite machen? Danke und schöne Grüße aus Köln! 🌧️
= Gern, das Foto von der Unterseite ist jetzt im Angebot.

Better pictures?
> The third picture is a bit dark. Could you take one by the window?
< Uploaded this morning.
> Much better, thanks. Thinking about it over the weekend.
`

const parseLine = (row: string): SeedLine => [row[0] === '>' ? 'buyer' : 'seller', row.slice(2).replaceAll('¶', '\n')]

export const seedThreads = transcripts
  .trim()
  .split('\n\n')
  .map((transcript) => {
    const [subject = '', ...rows] = transcript.split('\n')
    const isLater = (row: string): boolean => row.startsWith('=')
    return {
      subject,
      messages: rows.filter((row) => !isLater(row)).map(parseLine),
      /** Answers what `messages` leaves open, so that a question asked again has an earlier answer. */
      laterAnswer: rows.filter(isLater).map(parseLine),
    }
  })

/** One of these may end a thread that is used again: what the buyer writes to an answer, what the seller writes to thanks. */
export const seedClosings: readonly SeedLine[] = `
> Perfect, thank you!
< You are welcome. Have a good week.
> One more thing: could it go out tomorrow?
`
  .trim()
  .split('\n')
  .map(parseLine)

export const seedNotices: readonly { readonly subject: string; readonly text: string }[] = [
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
