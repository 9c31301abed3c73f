/**
 * What buyers usually ask about, by phrases.
 *
 * Two questions about the same matter often share no rare word ("has it left yet?", "when do you post?"), so each kind lists
 * phrases, and combinations of concepts. A question can be of several kinds, or of none.
 */
import type { Language } from './language.ts'
import { createPhraseFinder } from './phrases.ts'
import { type Concept, findConcepts } from './question-concepts.ts'

const questionKinds = [
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

/** Written as in `phrases.ts`, for all languages. */
const phrases: Readonly<Record<QuestionKind, string>> = {
  whereIsIt: `where parcel, where package, where order, where item, where is it, track, still wait, not arriv, hasn arriv, hasnt arriv, not receiv,
    havent receiv, haven receiv, never arriv, never came, no sign, when arriv, not here yet, still nothing, nothing arriv, deliver delay, lost post,
    wo bleib, wo ist, sendungsnummer, sendungsverfolg, tracking, noch nicht an, noch nicht da, nicht angekommen, noch nichts, warte noch, warte immer,
    paket verloren, nicht erhalten, ou est, numero suivi, suivi, pas recu, rien recu, toujours pas, toujours rien, pas arrive, attend, dov e, dove si trova,
    numero tracc, tracci, non arriv, non e arriv, non ho ricev, ancora niente, ancora nulla, aspett, donde esta, numero segui, seguimiento, no ha lleg,
    no me ha lleg, no he recib, sigo esper, todavia no, aun no, waar blijft, waar is, track trace, niet ontvang, nog niet, nog niets, gdzie jest, gdzie paczk,
    numer przesyl, sledz, nie dotar, nie doszl, nie otrzym, nadal nie`,
  dispatch: `when ship, when send, when post, when dispatch, when will you, ship today, send today, post today, shipped yet, sent yet,
    posted yet, dispatched yet, how soon, how quick, how long ship, how long deliver, how long take, long delivery take,
    deliver time, by friday, before weekend, in time, express, next day, faster, wann verschick, wann versend, wann geht,
    wann schick, schon verschick, schon versend, schon abgeschick, heute noch, wie lange dauert, lieferzeit, rechtzeitig,
    quand envoy, quand exped, deja envoy, delai, quand partira, combien temps, aujourd hui, a temps, quando sped,
    quando part, quando invia, gia sped, quanto tempo, tempi consegn, oggi, in tempo, cuando env, cuando sale, ya env,
    cuanto tarda, plazo entreg, a tiempo, wanneer verstu, wanneer verzend, al verstu, al verzond, hoe lang duurt, levertijd,
    op tijd, kiedy wys, kiedy nad, juz wys, ile trwa, jak dlugo, na czas, already ship, already sent, on its way,
    awaiting dispatch, handling time, wann rausgeh, auf dem weg, unterwegs, versendet, losschick, deja parti, date envoi,
    date exped, sous combien, poster, e partito, gia partit, quando lo sped, entro quanti`,
  shippingCost: `shipping cost, postage cost, how much ship, how much post, shipping price, cost ship, cost post, cheaper ship, free ship,
    free post, price postage, postage to, versandkosten, porto, was kostet versand, wie viel versand, versand kost,
    gunstiger versand, versandkostenfrei, frais port, frais envoi, frais livraison, cout port, combien livraison,
    combien envoi, cout livraison, costi spedizione, spese spedizione, costo spedizione, quanto cost sped, quanto spedizione,
    gastos envio, coste envio, cuanto envio, cuanto cuesta env, portes, verzendkosten, kost verzend, wat kost verzend,
    koszt wysylk, koszt przesyl, ile kosztuje wysyl, ile kosztuje przesyl, ile wysylka, p p, free deliver, delivery cost,
    delivery charge, courier cost, shipping quote, spedizione gratis, spedizione gratuita, livraison gratuite, mondial relay,
    lettre suivie, versand inklusive, versandfrei, raccomandata, spese postali`,
  abroad: `overseas, abroad, international, outside, ship worldwide, customs, import, versand nach, liefern nach, verschicken nach,
    senden nach, schicken nach, versenden nach, liefern sie nach, ins ausland, ausland, zoll, schweiz, osterreich,
    envoyez en, envoyer en, livrez en, livrer en, livraison en, expediez en, etranger, douane, belgique, suisse, canada,
    spedite in, spedire in, spedisce in, spedizione in, estero, dogana, svizzera, austria, envias a, envian a, enviar a,
    envio a, extranjero, aduana, portugal, mexico, verzenden naar, versturen naar, verzend naar, stuurt naar, buitenland,
    belgie, wysyl do, wysyla do, wysylk do, za granic, zagranic, clo, niemiec`,
  combine: `combine, combined, together, one parcel, one package, same parcel, several items, both items, two items, multiple, save postage, zusammen, mehrere artikel, mehrere sachen, kombiversand, gemeinsam, ein paket,
    in einem paket, beide artikel, zwei artikel, grouper, groupe, plusieurs articles, ensemble, un seul colis, meme colis, deux articles, unico pacco, insieme, piu oggetti, piu articoli, due oggetti, accorp, unire, spedizione combinat,
    juntos, un solo paquete, mismo paquete, varios articulos, dos articulos, combinad, agrup, samen, een pakket, meerdere artikelen, combineren, twee artikelen, razem, jednej paczce, laczon, kilka przedmiot, dwa przedmiot, polacz`,
  price: `discount, best price, lowest price, lowest you, offer, would you take, would you accept, negotiab, cheaper, reduce price,
    lower price, price drop, bit less, any movement, deal, rabatt, preisvorschlag, letzter preis, letzte preis,
    preis verhand, verhandlungsbasis, festpreis, nachlass, etwas gunstiger, preis machen, am preis, wurden sie, remise,
    reduction, negoci, dernier prix, meilleur prix, baisser prix, geste, rabais, baisse, sconto, trattabil, ultimo prezzo,
    miglior prezzo, prezzo piu, abbassare, offerta, descuento, rebaja, negociabl, ultimo precio, mejor precio, bajar precio,
    oferta, korting, laagste prijs, beste prijs, bod, onderhandel, prijs zakken, iets van prijs, rabat, znizk, taniej,
    najnizsza cen, ostateczna cen, negocj, ceny, would you do, could you do, can you do, lowest, knock, budget,
    open to offer, best you, handeln, verhandel, entgegenkomm, runtergeh, preislich, zu teuer, debattre, prix ferme,
    moins cher, trop cher, faire un prix, marge, vous propose, venire incontro, venirmi incontro, trattativa, scendere,
    accett, acceptez, accepteriez, troppo caro, le offro`,
  available: `still available, still have, still for sale, still got, in stock, available, have more, any more, another one, more of these, sold out, back in stock, reserve, noch verfugbar, noch zu haben, noch da, verfugbar, vorratig, auf lager,
    noch mehr, weitere davon, mehrere davon, ausverkauft, reservier, wieder rein, toujours disponible, disponible, encore disponible, en stock, encore en vente, en avez vous, reserver, ancora disponibile, disponibil, in magazzino,
    ne avete, altri, sigue disponible, todavia disponible, disponible, en stock, quedan, tienes mas, tiene mas, reservar, nog beschikbaar, beschikbaar, op voorraad, nog te koop, meer van, reserveren, aktualn, dostepn, na stanie, ma pan wiecej, jeszcze sztuk, zarezerw`,
  size: `size, measure, dimension, how big, how tall, how long is, how wide, how high, length, width, height, diameter, weight,
    weigh, pit to pit, inside leg, waist, chest, shoulder, true to size, cm, inches, grosse, abmessung, wie gross,
    wie lang ist, wie breit, wie hoch, lange, breite, hohe, durchmesser, gewicht, wiegt, schulter, bundweite, taille, mesure,
    longueur, largeur, hauteur, diametre, poids, pese, quelle taille, combien mesure, misure, dimensioni, quanto e grand,
    quanto e lung, lunghezza, larghezza, altezza, diametro, peso, pesa, taglia, medidas, tamano, cuanto mide, largo, ancho,
    alto, talla, maat, maten, afmeting, hoe groot, hoe lang is, hoe breed, hoe hoog, lengte, breedte, hoogte, doorsnede,
    weegt, wymiar, rozmiar, jak duz, dlugosc, szerokosc, wysokosc, srednic, waga, wazy, how long, how deep, depth, deep,
    tall=, wide=, high=, too small, too big, too large, comes up, come up, fit small, fits small, small fit, inch, mm,
    measurement, usually wear, normally wear, sleeve, circumference, how heavy, masse=, masze, wie tief, tiefe, fallt,
    ausmess, umfang, armel, trage normal, wie schwer, schwer ist, schuhgrosse, konfektion, profondeur, epaule, pointure,
    tour de, manche=, manches, quel format, epaisseur, haut=, large=, profond, larg, quanto e alt, quanto e larg,
    veste piccol, veste grand, vestibilita, spalle, spalla, manica, maniche, misur, circonferenza, spessore, pesante`,
  condition: `condition, scratch, crack, chip, stain, defect, flaw, wear, worn, damage visible, working, works, does it work,
    fully function, tested, faults, any marks, dents, smoke, smell, zustand, kratzer, riss, flecken, mangel, gebrauchsspur,
    abnutzung, funktioniert, funktionsfahig, getestet, beschadigung, delle, raucher, geruch, etat, rayure, fissure, tache,
    defaut, usure, fonctionne, testee, teste, marche t, odeur, condizion, graffi, crepe, macchi, difett, usura, funziona,
    funzionant, testat, odore, estado, rasgun, aranazo, grieta, mancha, defecto, desgaste, funciona, probado, olor, staat,
    krassen, barst, vlek, gebreken, slijtage, werkt, getest, geur, stan, rysy, zarysow, pekni, plam, wad, zuzyc, dziala,
    sprawn, testowan, zapach, is it new, brand new, been used, been worn, cosmetic, as new, how old, what condition,
    any damage, any issue, any problem, mileage, battery, health, neuwertig, neu oder, wie alt, schaden, akku, fehler,
    macken, neuf, d occasion, bon etat, abime, kilometr, batterie, e nuovo, nuovo o usato, come nuovo, chilometri, batteria,
    tenuto, buono stato`,
  fits: `fit my, fit a, fits, will fit, will this fit, would this fit, compatible, compatib, work with, suit, suitable, match my,
    for my, which model, passt, passen, kompatib, geeignet, fur mein, welches modell, baujahr, convient, adapte, aller sur,
    va sur, marche avec, fonctionne avec, quel modele, compatibil, va bene per, adatto, si adatta, quale modello, sirve para,
    vale para, encaja, que modelo, past op, past dit, passen op, compatibel, geschikt, welk model, pasuj, kompatybil,
    do modelu, nadaj, jaki model, adapter, adaptor, mount, part number, right one, right part, correct part, my car,
    registration number, chassis, vin, use with, work on, go on, my model, my machine, anschliess, teilenummer, fahrzeug,
    der richtige, die richtige, das richtige, lauft auf, meinen, modell, fassung, adaptateur, monter, correspond,
    bonne piece, est la bonne, est le bon, reference, vehicule, ca va sur, marche sur, fonctionne sur, monture, adattatore,
    montare, montar, telaio, la giusta, giusto, attacco, funziona su, funziona con, modello, adatt, mia auto, mia macchina,
    numero di ricambio, targa, adaptador, bastidor, matricula, mi coche, referencia, onderdeelnummer, kenteken, mijn auto,
    zlacze, numer czesci, mojego`,
  complete: `include, comes with, come with, complete, charger, cable, manual, box, original packaging, accessories, missing parts, batteries, all pieces, all parts, dabei, enthalten, lieferumfang, vollstandig, komplett, ladegerat, kabel, anleitung, ovp, originalverpackung, zubehor,
    inclus, fourni, complet, chargeur, notice, boite, emballage origine, accessoires, inclus, compres, completo, caricatore, cavo, manuale, scatola, accessori, incluid, incluye, completo, cargador, cable, manual, caja, accesorios, inbegrepen, erbij, compleet, oplader, kabel, handleiding, doos, accessoires,
    w zestawie, komplet, ladowark, kabel, instrukcj, pudelk, akcesoria`,
  genuine: `genuine, authentic, original, fake, replica, certificate, serial number, hallmark, echt, falschung, nachbau, zertifikat,
    echtheit, seriennummer, gestempelt, authenti, vrai, contrefacon, certificat, numero serie, poincon, autentic, originale,
    falso, certificato, numero di serie, certificado, numero de serie, origineel, namaak, certificaat, serienummer, oryginal,
    autentyczn, podrob, certyfikat, numer seryjn`,
  return: `return, send back, send it back, refund, money back, exchange, changed my mind, not happy, doesn suit, zuruckgeb,
    zuruckschick, zurucksend, rucksend, ruckgabe, retour, erstatt, geld zuruck, umtausch, widerruf, gefallt nicht, retourner,
    renvoyer, rembours, echang, retract, restitu, reso, rimbors, rimandare, rispedire, cambio, recesso, devolver, devolucion,
    reembols, cambiar, dinero de vuelta, retourneren, terugsturen, terugstur, geld terug, terugbetal, ruilen, zwrot, zwroc,
    zwrocic, odesl, wymian, wymieni, pieniadze, sent back, give it back, refunded, reimburse, label, ruckerstatt, zurucktret,
    zuruckgeschickt, geld wieder, retoure, retourenschein, rendre, renvoi, recuperer argent, droit de retract, rendere,
    renderlo, renderla, restituz, riavere, ritorno, soldi indietro, miei soldi, rispedir, rimand, diritto di recesso`,
  damaged: `broken, damaged, arrived damage, smashed, shattered, cracked arriv, arrived crack, arrived broke, stopped working,
    won turn, faulty, defective, dead on, kaputt, defekt, beschadigt, zerbrochen, gebrochen, funktioniert nicht, geht nicht,
    zerkratzt angekommen, bruch, casse, abime, endommag, brise, fonctionne pas, marche pas, defectueu, ne s allume, rotto,
    rotta, danneggiat, non funziona, difettos, non si accende, roto, rota, danad, no funciona, defectuos, averiad, estropead,
    no enciende, kapot, beschadigd, gebroken, werkt niet, defect, stuk, uszkodz, zepsut, rozbit, pekniet, nie dziala, wadliw,
    polaman, stluczon, in pieces, is broken, came broken, arrived with, badly packed, poor packag, cracked on arriv,
    transportschaden, zersprung, schlecht verpackt, mal emball, en morceaux, arrive casse, arrivee casse, in pezzi,
    arrivato rott, arrivata rott, imballato male`,
  wrongItem: `wrong item, wrong size, wrong colour, wrong color, wrong one, wrong product, not what, different from, not as described, missing from, was missing, item missing, only one, instead of, sent me the, falscher artikel, falsche, falschen, falsches, nicht wie beschrieben, anders als, fehlt, fehlte, fehlen, statt,
    anstatt, nicht bestellt, mauvais, mauvaise, pas le bon, pas la bonne, pas conforme, pas ce que, manque, manquait, au lieu, sbagliat, diverso, non conforme, non corrisponde, manca, mancava, invece, equivocad, incorrect, distinto, diferente, no es lo que, falta, faltaba, en vez, en lugar, verkeerd, niet zoals, ontbreekt, ontbrak, in plaats,
    zly, zla, zle, inny niz, niezgodn, brakuje, brakowal, zamiast, pomylk`,
  invoice: `invoice, receipt, vat, tax receipt, bill, company, rechnung, quittung, beleg, mwst, mehrwertsteuer, firma, ust, facture,
    recu paiement, tva, justificatif, fattura, ricevuta, iva, partita iva, factura, recibo, cif, factuur, bon, btw, rekening,
    faktur, rachunek, paragon, nip, firme, proof of purchase, tax, accounts, accountant, paperwork, vat number, business,
    warranty, kaufbeleg, finanzamt, steuer, buchhaltung, gmbh, ausgewiesen, umsatzsteuer, comptab, societe, entreprise, sarl,
    preuve achat, un recu, ticket de caisse, note de frais, scontrin, contabil, ditta, azienda, srl, prova acquisto, intest,
    documento fiscale, justificante, empresa, contabilidad, boekhouding, bedrijf, ksiegow`,
  address: `address, wrong address, change address, different address, old address, send it to my, moved, deliver to work, house number, adresse, lieferadresse, andere adresse, falsche adresse, alte adresse, umgezogen, hausnummer, packstation, changer adresse, autre adresse, mauvaise adresse, ancienne adresse, demenag,
    indirizzo, altro indirizzo, indirizzo sbagliat, traslocat, direccion, otra direccion, cambiar direccion, mudad, adres, ander adres, verkeerd adres, verhuisd, huisnummer, adres, inny adres, zmian adres, zmienic adres, przeprowadz`,
  cancel: `cancel, by mistake, by accident, accident, don want, no longer need, no longer want, undo purchase, stornier, storno, aus versehen, versehentlich, kauf ruckgangig, ruckgangig, abbrech, nicht mehr haben, annul, par erreur, plus besoin, annullare, annulla, per errore, per sbaglio, non mi serve, cancelar, anular, por error, ya no,
    annuleren, per ongeluk, per vergissing, niet meer nodig, anulow, przez pomylk, przypadk, rezygn, nie potrzebuj`,
  payment: `pay by, paypal, payment, bank transfer, paid twice, card declined, pay, can i pay, pay later, instal, bezahlen, zahlung, uberweis, bezahlt, ratenzahlung, zahlen, paypal, payer, paiement, virement, paye, pagare, pagament, bonifico, pagato, pagar, pago, transferencia, pagado, betalen, betaling, overmak, betaald, zaplac, platnos, przelew, pobraniem`,
  pickup: `pick up, pickup, collect, collection, come by, in person, abhol, selbstabhol, vorbeikommen, personlich, venir chercher, retirer, remise en main, main propre, recuperer, ritir, ritiro, di persona, passare a prend, recoger, recogida, en mano, en persona, ophalen, afhalen, langskomen, odbior, odebr, osobist`,
  pictures: `photo, picture, more pics, pics, image, close up, closeup, video, foto, fotos, bilder, bild, nahaufnahme, photos, cliche, gros plan, foto, immagin, primo piano, fotos, imagen, imagenes, primer plano, foto, afbeelding, zdjec, zdjecia, fotograf`,
}

/** A question with all concepts of a combination is of that kind. */
const combinations: Readonly<Partial<Record<QuestionKind, readonly (readonly Concept[])[]>>> = {
  whereIsIt: [
    ['where', 'thing'],
    ['missing', 'thing'],
    ['missing', 'received'],
    ['missing', 'ship'],
    ['tracking'],
    ['missing'],
  ],
  dispatch: [
    ['when', 'ship'],
    ['soon', 'ship'],
  ],
  shippingCost: [['cost', 'ship']],
  abroad: [['country', 'ship'], ['country']],
  combine: [
    ['several', 'together'],
    ['together', 'ship'],
    ['several', 'ship'],
    ['several', 'cost', 'ship'],
  ],
  price: [['less'], ['less', 'cost']],
  damaged: [
    ['harm', 'received'],
    ['harm', 'thing'],
  ],
  condition: [['flaw'], ['used'], ['flaw', 'used']],
}

/** Kinds that explain the words of less special ones: a broken lamp that arrived is not a question about its condition. */
const outranked: Readonly<Partial<Record<QuestionKind, readonly QuestionKind[]>>> = {
  combine: ['shippingCost', 'dispatch', 'price', 'payment'],
  abroad: ['shippingCost', 'dispatch', 'payment'],
  shippingCost: ['payment', 'price'],
  damaged: ['condition', 'whereIsIt', 'dispatch', 'pictures', 'complete'],
  dispatch: ['payment'],
  invoice: ['payment', 'wrongItem', 'address'],
  return: ['payment', 'shippingCost'],
  fits: ['complete', 'condition'],
  condition: ['pictures', 'complete'],
}

/** How much a combination counts for each of its concepts, next to 1 for each part of a phrase. */
const COMBINED_WEIGHT = 2
/** What is left of the weight of an outranked kind. */
const OUTRANKED_SHARE = 0.3

const findPhrases = createPhraseFinder(questionKinds.map((kind) => [kind, phrases[kind]] as const))

/**
 * The kinds of a question, and how strongly it is of each.
 *
 * `words`: the folded words of the question, in order. `language`: null if unknown.
 */
export const findKinds = (words: readonly string[], language: Language | null): ReadonlyMap<QuestionKind, number> => {
  const inPhrases = findPhrases(words)
  const concepts = findConcepts(words, language)
  const found = new Map<QuestionKind, number>()
  for (const kind of questionKinds) {
    const matching = (combinations[kind] ?? []).filter((all) => all.every((concept) => concepts.has(concept)))
    const weight = (inPhrases.get(kind) ?? 0) + COMBINED_WEIGHT * Math.max(0, ...matching.map(({ length }) => length))
    if (weight > 0) found.set(kind, weight)
  }
  const special = [...found.keys()]
  for (const lesser of new Set(special.flatMap((kind) => outranked[kind] ?? []))) {
    const weight = found.get(lesser)
    if (weight !== undefined) found.set(lesser, weight * OUTRANKED_SHARE)
  }
  return found
}
