/**
 * What buyers usually ask about, by phrases.
 *
 * Two questions about the same matter often share no rare word ("has it left yet?", "when do you post?"), so each kind lists
 * beginnings of words and pairs of them. A question can be of several kinds, or of none.
 */

export const questionKinds = [
  'whereIsIt',
  'dispatch',
  'shippingCost',
  'abroad',
  'combine',
  'price',
  'available',
  'size',
  'condition',
  'fits',
  'complete',
  'genuine',
  'return',
  'damaged',
  'wrongItem',
  'invoice',
  'address',
  'cancel',
  'payment',
  'pickup',
  'pictures',
] as const
export type QuestionKind = (typeof questionKinds)[number]

/**
 * Phrases separated by commas. Each is one or more beginnings of words that occur in this order within a few words of each
 * other; `=` at the end stands for the end of the word.
 */
const phrases: Readonly<Record<QuestionKind, string>> = {
  whereIsIt: `where parcel, where package, where order, where item, where is it, track, still wait, not arriv, hasn arriv, hasnt arriv, not receiv,
    havent receiv, haven receiv, never arriv, never came, no sign, when arriv, not here yet, still nothing, nothing arriv, deliver delay, lost post,
    wo bleib, wo ist, sendungsnummer, sendungsverfolg, tracking, noch nicht an, noch nicht da, nicht angekommen, noch nichts, warte noch, warte immer,
    paket verloren, nicht erhalten, ou est, numero suivi, suivi, pas recu, rien recu, toujours pas, toujours rien, pas arrive, attend, dov e, dove si trova,
    numero tracc, tracci, non arriv, non e arriv, non ho ricev, ancora niente, ancora nulla, aspett, donde esta, numero segui, seguimiento, no ha lleg,
    no me ha lleg, no he recib, sigo esper, todavia no, aun no, waar blijft, waar is, track trace, niet ontvang, nog niet, nog niets, gdzie jest, gdzie paczk,
    numer przesyl, sledz, nie dotar, nie doszl, nie otrzym, nadal nie`,
  dispatch: `when ship, when send, when post, when dispatch, when will you, ship today, send today, post today, shipped yet, sent yet, posted yet, dispatched yet,
    how soon, how quick, how long ship, how long deliver, how long take, long delivery take, deliver time, by friday, before weekend, in time, express, next day, faster, wann verschick, wann versend, wann geht,
    wann schick, schon verschick, schon versend, schon abgeschick, heute noch, wie lange dauert, lieferzeit, rechtzeitig, express, quand envoy, quand exped, deja envoy,
    delai, quand partira, combien temps, aujourd hui, a temps, quando sped, quando part, quando invia, gia sped, quanto tempo, tempi consegn, oggi, in tempo,
    cuando env, cuando sale, ya env, cuanto tarda, plazo entreg, a tiempo, wanneer verstu, wanneer verzend, al verstu, al verzond, hoe lang duurt, levertijd, op tijd,
    kiedy wys, kiedy nad, juz wys, ile trwa, jak dlugo, na czas`,
  shippingCost: `shipping cost, postage cost, how much ship, how much post, shipping price, cost ship, cost post, cheaper ship, free ship, free post, price postage, postage to,
    versandkosten, porto, was kostet versand, wie viel versand, versand kost, gunstiger versand, versandkostenfrei, frais port, frais envoi, frais livraison, cout port, combien livraison, combien envoi, cout livraison,
    costi spedizione, spese spedizione, costo spedizione, quanto cost sped, quanto spedizione, gastos envio, coste envio, cuanto envio, cuanto cuesta env, portes,
    verzendkosten, kost verzend, wat kost verzend, koszt wysylk, koszt przesyl, ile kosztuje wysyl, ile kosztuje przesyl, ile wysylka`,
  abroad: `ship to, send to, post to, deliver to, overseas, abroad, international, outside, ship worldwide, customs, import, versand nach, liefern nach, verschicken nach, senden nach, schicken nach,
    versenden nach, liefern sie nach, ins ausland, ausland, zoll, schweiz, osterreich, envoyez en, envoyer en, livrez en, livrer en, livraison en, expediez en, etranger, douane, belgique, suisse, canada,
    spedite in, spedire in, spedisce in, spedizione in, estero, dogana, svizzera, austria, envias a, envian a, enviar a, envio a, extranjero, aduana, portugal, mexico, verzenden naar, versturen naar,
    verzend naar, stuurt naar, buitenland, belgie, douane, wysyl do, wysyla do, wysylk do, za granic, zagranic, clo, niemiec`,
  combine: `combine, combined, together, one parcel, one package, same parcel, several items, both items, two items, multiple, save postage, zusammen, mehrere artikel, mehrere sachen, kombiversand, gemeinsam, ein paket,
    in einem paket, beide artikel, zwei artikel, grouper, groupe, plusieurs articles, ensemble, un seul colis, meme colis, deux articles, unico pacco, insieme, piu oggetti, piu articoli, due oggetti, accorp, unire, spedizione combinat,
    juntos, un solo paquete, mismo paquete, varios articulos, dos articulos, combinad, agrup, samen, een pakket, meerdere artikelen, combineren, twee artikelen, razem, jednej paczce, laczon, kilka przedmiot, dwa przedmiot, polacz`,
  price: `discount, best price, lowest price, lowest you, offer, would you take, would you accept, accept, negotiab, cheaper, reduce price, lower price, price drop, bit less, any movement, deal, rabatt, preisvorschlag, letzter preis,
    letzte preis, preis verhand, verhandlungsbasis, festpreis, nachlass, etwas gunstiger, preis machen, am preis, fur 20, wurden sie, remise, reduction, negoci, dernier prix, meilleur prix, baisser prix, geste, rabais, baisse,
    sconto, trattabil, ultimo prezzo, miglior prezzo, prezzo piu, abbassare, offerta, descuento, rebaja, negociabl, ultimo precio, mejor precio, bajar precio, oferta, korting, laagste prijs, beste prijs, bod, onderhandel, prijs zakken, iets van prijs,
    rabat, znizk, taniej, najnizsza cen, ostateczna cen, negocj, ceny`,
  available: `still available, still have, still for sale, still got, in stock, available, have more, any more, another one, more of these, sold out, back in stock, reserve, noch verfugbar, noch zu haben, noch da, verfugbar, vorratig, auf lager,
    noch mehr, weitere davon, mehrere davon, ausverkauft, reservier, wieder rein, toujours disponible, disponible, encore disponible, en stock, encore en vente, en avez vous, reserver, ancora disponibile, disponibil, in magazzino,
    ne avete, altri, sigue disponible, todavia disponible, disponible, en stock, quedan, tienes mas, tiene mas, reservar, nog beschikbaar, beschikbaar, op voorraad, nog te koop, meer van, reserveren, aktualn, dostepn, na stanie, ma pan wiecej, jeszcze sztuk, zarezerw`,
  size: `size, measure, dimension, how big, how tall, how long is, how wide, how high, length, width, height, diameter, weight, weigh, pit to pit, inside leg, waist, chest, shoulder, true to size, cm, inches, grosse, masse, abmessung, wie gross, wie lang ist,
    wie breit, wie hoch, lange, breite, hohe, durchmesser, gewicht, wiegt, schulter, bundweite, taille, dimension, mesure, longueur, largeur, hauteur, diametre, poids, pese, quelle taille, combien mesure, misure, dimensioni, quanto e grand, quanto e lung, lunghezza,
    larghezza, altezza, diametro, peso, pesa, taglia, medidas, tamano, cuanto mide, largo, ancho, alto, diametro, talla, pesa, maat, maten, afmeting, hoe groot, hoe lang is, hoe breed, hoe hoog, lengte, breedte, hoogte, doorsnede, weegt,
    wymiar, rozmiar, jak duz, dlugosc, szerokosc, wysokosc, srednic, waga, wazy`,
  condition: `condition, scratch, crack, chip, stain, defect, flaw, wear, worn, damage visible, working, works, does it work, fully function, tested, faults, any marks, dents, smoke, smell, zustand, kratzer, riss, flecken, mangel, gebrauchsspur, abnutzung, funktioniert,
    funktionsfahig, getestet, beschadigung, delle, raucher, geruch, etat, rayure, fissure, tache, defaut, usure, fonctionne, testee, teste, marche t, odeur, condizion, graffi, crepe, macchi, difett, usura, funziona, funzionant, testat, odore,
    estado, rasgun, aranazo, grieta, mancha, defecto, desgaste, funciona, probado, olor, staat, krassen, barst, vlek, gebreken, slijtage, werkt, getest, geur, stan, rysy, zarysow, pekni, plam, wad, zuzyc, dziala, sprawn, testowan, zapach`,
  fits: `fit my, fit a, fits, will fit, will this fit, would this fit, compatible, compatib, work with, suit, suitable, match my, for my, which model, passt, passen, kompatib, geeignet, fur mein, fur einen, fur den, welches modell, baujahr, convient, compatib, adapte,
    aller sur, va sur, marche avec, fonctionne avec, quel modele, compatibil, va bene per, adatto, si adatta, quale modello, compatible, sirve para, vale para, encaja, que modelo, past op, past dit, passen op, compatibel, geschikt, welk model, pasuj, kompatybil, do modelu, nadaj, jaki model`,
  complete: `include, comes with, come with, complete, charger, cable, manual, box, original packaging, accessories, missing parts, batteries, all pieces, all parts, dabei, enthalten, lieferumfang, vollstandig, komplett, ladegerat, kabel, anleitung, ovp, originalverpackung, zubehor,
    inclus, fourni, complet, chargeur, notice, boite, emballage origine, accessoires, inclus, compres, completo, caricatore, cavo, manuale, scatola, accessori, incluid, incluye, completo, cargador, cable, manual, caja, accesorios, inbegrepen, erbij, compleet, oplader, kabel, handleiding, doos, accessoires,
    w zestawie, komplet, ladowark, kabel, instrukcj, pudelk, akcesoria`,
  genuine: `genuine, authentic, original, real, fake, replica, certificate, proof, serial number, hallmark, echt, original, falschung, nachbau, zertifikat, echtheit, seriennummer, gestempelt, authenti, vrai, contrefacon, certificat, numero serie, poincon, autentic, originale, falso, certificato, numero di serie,
    autentic, original, replica, falso, certificado, numero de serie, echt, origineel, namaak, certificaat, serienummer, oryginal, autentyczn, podrob, certyfikat, numer seryjn`,
  return: `return, send back, send it back, refund, money back, exchange, changed my mind, not happy, doesn suit, zuruckgeb, zuruckschick, zurucksend, rucksend, ruckgabe, retour, erstatt, geld zuruck, umtausch, widerruf, gefallt nicht, retourner, retour, renvoyer, rembours, echang, retract,
    restitu, reso, rimbors, rimandare, rispedire, cambio, recesso, devolver, devolucion, reembols, cambiar, dinero de vuelta, retourneren, terugsturen, terugstur, geld terug, terugbetal, ruilen, zwrot, zwroc, zwrocic, odesl, wymian, wymieni, pieniadze`,
  damaged: `broken, damaged, arrived damage, smashed, shattered, cracked arriv, arrived crack, arrived broke, not working, doesn work, doesnt work, stopped working, won turn, faulty, defective, dead on, kaputt, defekt, beschadigt, zerbrochen, gebrochen, funktioniert nicht, geht nicht, zerkratzt angekommen, bruch,
    casse, abime, endommag, brise, fonctionne pas, marche pas, defectueu, ne s allume, rotto, rotta, danneggiat, non funziona, difettos, non si accende, roto, rota, danad, no funciona, defectuos, averiad, estropead, no enciende, kapot, beschadigd, gebroken, werkt niet, defect, stuk,
    uszkodz, zepsut, rozbit, pekniet, nie dziala, wadliw, polaman, stluczon`,
  wrongItem: `wrong item, wrong size, wrong colour, wrong color, wrong one, wrong product, not what, different from, not as described, missing from, was missing, item missing, only one, instead of, sent me the, falscher artikel, falsche, falschen, falsches, nicht wie beschrieben, anders als, fehlt, fehlte, fehlen, statt,
    anstatt, nicht bestellt, mauvais, mauvaise, pas le bon, pas la bonne, pas conforme, pas ce que, manque, manquait, au lieu, sbagliat, diverso, non conforme, non corrisponde, manca, mancava, invece, equivocad, incorrect, distinto, diferente, no es lo que, falta, faltaba, en vez, en lugar, verkeerd, niet zoals, ontbreekt, ontbrak, in plaats,
    zly, zla, zle, inny niz, niezgodn, brakuje, brakowal, zamiast, pomylk`,
  invoice: `invoice, receipt, vat, tax receipt, bill, company, rechnung, quittung, beleg, mwst, mehrwertsteuer, firma, ust, facture, recu paiement, tva, justificatif, fattura, ricevuta, iva, partita iva, factura, recibo, iva, cif, factuur, bon, btw, rekening, faktur, rachunek, paragon, vat, nip, firme`,
  address: `address, wrong address, change address, different address, old address, send it to my, moved, deliver to work, house number, adresse, lieferadresse, andere adresse, falsche adresse, alte adresse, umgezogen, hausnummer, packstation, changer adresse, autre adresse, mauvaise adresse, ancienne adresse, demenag,
    indirizzo, altro indirizzo, indirizzo sbagliat, traslocat, direccion, otra direccion, cambiar direccion, mudad, adres, ander adres, verkeerd adres, verhuisd, huisnummer, adres, inny adres, zmian adres, zmienic adres, przeprowadz`,
  cancel: `cancel, by mistake, by accident, accident, don want, no longer need, no longer want, undo purchase, stornier, storno, aus versehen, versehentlich, kauf ruckgangig, ruckgangig, abbrech, nicht mehr haben, annul, par erreur, plus besoin, annullare, annulla, per errore, per sbaglio, non mi serve, cancelar, anular, por error, ya no,
    annuleren, per ongeluk, per vergissing, niet meer nodig, anulow, przez pomylk, przypadk, rezygn, nie potrzebuj`,
  payment: `pay by, paypal, payment, bank transfer, paid twice, card declined, pay, can i pay, pay later, instal, bezahlen, zahlung, uberweis, bezahlt, ratenzahlung, zahlen, paypal, payer, paiement, virement, paye, pagare, pagament, bonifico, pagato, pagar, pago, transferencia, pagado, betalen, betaling, overmak, betaald, zaplac, platnos, przelew, pobraniem`,
  pickup: `pick up, pickup, collect, collection, come by, in person, abhol, selbstabhol, vorbeikommen, personlich, venir chercher, retirer, remise en main, main propre, recuperer, ritir, ritiro, di persona, passare a prend, recoger, recogida, en mano, en persona, ophalen, afhalen, langskomen, odbior, odebr, osobist`,
  pictures: `photo, picture, more pics, pics, image, close up, closeup, video, foto, fotos, bilder, bild, nahaufnahme, photos, cliche, gros plan, foto, immagin, primo piano, fotos, imagen, imagenes, primer plano, foto, afbeelding, zdjec, zdjecia, fotograf`,
}

type Phrase = readonly { readonly text: string; readonly isWhole: boolean }[]

/** How many words may lie between two parts of a phrase. */
const MAX_BETWEEN = 3

const parsePhrase = (text: string): Phrase =>
  text
    .trim()
    .split(/\s+/)
    .map((part) =>
      part.endsWith('=') ? { text: part.slice(0, -1), isWhole: true } : { text: part, isWhole: part.length <= 3 },
    )

const parsed = questionKinds.map(
  (kind) =>
    [
      kind,
      phrases[kind]
        .split(',')
        .map(parsePhrase)
        .filter((phrase) => phrase[0]?.text !== ''),
    ] as const,
)

const occurs = (phrase: Phrase, words: readonly string[], from: number, part = 0): boolean => {
  const wanted = phrase[part]
  if (wanted === undefined) return true
  const last = part === 0 ? words.length : Math.min(words.length, from + MAX_BETWEEN + 1)
  for (let index = from; index < last; index += 1) {
    const word = words[index] ?? ''
    const isMatch = wanted.isWhole ? word === wanted.text : word.startsWith(wanted.text)
    if (isMatch && occurs(phrase, words, index + 1, part + 1)) return true
  }
  return false
}

/**
 * The kinds of a question, and how many phrases of each it has.
 *
 * `words`: the folded words of the question, in order.
 */
export const findKinds = (words: readonly string[]): ReadonlyMap<QuestionKind, number> => {
  const found = new Map<QuestionKind, number>()
  for (const [kind, list] of parsed) {
    const weight = list.reduce((sum, phrase) => sum + (occurs(phrase, words, 0) ? phrase.length : 0), 0)
    if (weight > 0) found.set(kind, weight)
  }
  return found
}
