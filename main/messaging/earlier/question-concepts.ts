/**
 * The words of a question by meaning, for each language.
 *
 * A single word seldom decides what a question is about: "post" and "how much" are about the cost, "post" and "when" about
 * the date. So words are read as concepts, and `question-kinds.ts` combines them. Written like its phrases.
 */
import { type Language, languages } from './language.ts'
import { createPhraseFinder } from './phrases.ts'

export const concepts = [
  'ship',
  'cost',
  'when',
  'soon',
  'where',
  'missing',
  'tracking',
  'received',
  'country',
  'several',
  'together',
  'less',
  'harm',
  'flaw',
  'used',
  'thing',
] as const
export type Concept = (typeof concepts)[number]

type ConceptWords = { readonly [concept in Concept]: string }

const words: Readonly<Record<Language, ConceptWords>> = {
  en: {
    ship: 'ship, post=, posted, posting, postage, send, sent, dispatch, mail=, mailed, deliver, courier, p p, carriage paid, freight',
    cost: 'cost, how much, price, charge, fee, quote, expensive, cheap, free, extra, pay',
    when: 'when, how long until, how soon, how quick, how fast, what day, which day, date',
    soon: 'today, tomorrow, asap, quick, urgent, soon, before, by monday, by friday, in time, yet, already, still not, awaiting, weekend, birthday, wedding, holiday',
    where: 'where, whereabouts, what happened to, got to, any news, update on, any idea',
    missing:
      'not arriv, hasn arriv, hasnt arriv, not received, not here, still waiting, still nothing, nothing, lost, never, no sign, not turned, not come, haven received, havent received, not got, stuck, overdue, late, delayed, should have',
    tracking:
      'tracking, track, carrier, depot, says delivered, marked delivered, delivery date, estimated, parcel number',
    received:
      'arrived, received, turned up, came, opened, unpacked, opening, in transit, in the post, got here, packaging, packed, bubble wrap',
    country:
      'abroad, overseas, international, worldwide, outside, my country, other countries, customs, ireland, canada, america, usa, us=, states, australia, zealand, france, germany, spain, italy, netherlands, holland, belgium, switzerland, austria, sweden, norway, denmark, finland, poland, portugal, greece, japan, china, india, israel, brazil, mexico, europe, eu=, uk=, england',
    several:
      'two, three, four, five, both, several, multiple, more than one, another, other items, other auctions, all of, some more, add, all your, won, as well',
    together:
      'combine, combined, together, one parcel, one box, one package, same parcel, same box, single parcel, bundle, one lot',
    less: 'would you take, would you accept, accept, offer, best price, lowest, negotiab, discount, reduce, any less, a bit less, come down, flexible, budget, haggle, deal, cheaper, open to, drop price, last price',
    harm: 'broken, broke=, smash, shatter, crack, damage, chipped, crush, dent, bent, snapped, ruined, wet, torn, ripped, scratched, leak, in pieces, dropped, split',
    flaw: 'scratch, mark=, marks, stain, hole, fault, defect, flaw, wear, chip=, chips, crack, dent, rust, fade, missing, repair, smoke, damage, mould, tear=, tears',
    used: 'brand new, new or used, been worn, been used, worn, used, tested, work properly, working order, works, fully working, condition, how old, mileage, battery, original owner, complete',
    thing: 'parcel, package, order, item, delivery, packet',
  },
  de: {
    ship: 'versand, versend, verschick, schick, losschick, abgeschickt, geschickt, gesend, send=, senden, liefer, porto, spedition, raus, auf den weg, aufgegeben',
    cost: 'kosten, kostet, wie viel, wieviel, preis, teuer, gunstig, porto, gratis, kostenlos, kostenfrei, extra, aufpreis, inklusive, inbegriffen, zahle, zahlen',
    when: 'wann, wie lange dauert, wie schnell, bis wann, welchem tag, datum, termin',
    soon: 'heute noch, noch heute, heute, morgen noch, schnell, schnellst, dringend, schon, bereits, bis freitag, bis montag, bis samstag, rechtzeitig, geburtstag, urlaub, geschenk, so bald, sobald',
    where: 'wo ist, wo bleib, wo steckt, wo befindet, wo mein, was ist los, verbleib',
    missing:
      'nicht angekommen, noch nicht da, nicht da, nicht erhalten, nichts bekommen, nicht bekommen, nichts angekommen, nicht eingetroffen, noch nichts, warte, verloren, verschollen, nie angekommen, immer noch, nicht geliefert, nicht zugestellt, uberfallig',
    tracking:
      'sendungsnummer, sendungsverfolg, tracking, trackingnummer, paketnummer, paketzentrum, zugestellt, zustell, nachforsch, sendungsstatus',
    received:
      'angekommen, kam, erhalten, geoffnet, ausgepackt, auspacken, beim transport, beim versand, transport, eingetroffen, verpackt, verpackung',
    country:
      'ausland, international, weltweit, zoll, nach osterreich, osterreich, schweiz, italien, frankreich, belgien, luxemburg, holland, niederlande, danemark, schweden, norwegen, finnland, polen, spanien, portugal, england, grossbritannien, usa, amerika, kanada, japan, europa, eu=, liechtenstein, tschechien',
    several:
      'zwei, drei, vier, funf, beide, mehrere, mehr als, weitere, noch einen, noch eine, noch ein artikel, andere auktion, anderen, zweite, dazu, alles',
    together:
      'zusammen, kombiversand, kombinier, ein paket, einem paket, einer sendung, gemeinsam, nur einmal, einmal versand, gesamt, zusammenfass, sammel',
    less: 'letzte preis, letzter preis, preisvorschlag, verhandel, handeln, verhandlung, festpreis, vb=, rabatt, nachlass, runtergeh, entgegenkomm, am preis, preis machen, preislich, budget, zu teuer, billiger, angebot machen',
    harm: 'kaputt, defekt, zerbroch, gebroch, abgebroch, beschadig, gesprung, riss, eingedruckt, zerkratz, zerriss, bruch, scherben, nass, verbog, zerstort, transportschaden, schaden, ausgelauf',
    flaw: 'kratzer, riss, risse, flecken, fleck, loch, locher, mangel, delle, rost, gebrauchsspur, abnutz, beschadig, fehlt, fehlen, raucher, geruch, macke, schimmel, repar, defekt',
    used: 'neu oder, getragen, gebraucht, benutzt, zustand, funktioniert, funktionsfahig, getestet, vollstandig, wie alt, kilometer, akku, original, erste hand',
    thing: 'paket, packchen, sendung, ware, bestellung, lieferung, artikel',
  },
  fr: {
    ship: 'envoi, envoy, exped, post, livr, livraison, port=, transport, fdp, colissimo, mondial relay, chronopost, lettre suivie, parti=, partir, transporteur',
    cost: 'combien, cout, coute, prix, frais, tarif, cher, gratuit, devis, supplement, en plus, compris, inclus, offert, fdp',
    when: 'quand, sous combien, combien de jours, combien de temps, quel jour, quelle date, date, pour quand, delai',
    soon: 'aujourd hui, demain, vite, rapide, urgent, avant lundi, avant mercredi, avant vendredi, avant le, deja, toujours en attente, anniversaire, vacances, cadeau, au plus tot, bientot',
    where: 'ou est, ou en est, ou se trouve, localiser, des nouvelles, de nouvelles, qu est devenu',
    missing:
      'pas recu, rien recu, pas arrive, toujours pas, toujours rien, perdu, egare, bloque, en retard, jamais arrive, jamais recu, pas encore arrive, etait prevu, attends toujours, ne bouge, aucune nouvelle',
    tracking: 'suivi, numero de suivi, comme livre, indique livre, la poste, reclamation, enquete',
    received:
      'arrive, arrivee, recu, recue, ouvert, ouvrir, deball, a la reception, transport, livreur, emballage, emballe, papier bulle',
    country:
      'etranger, international, douane, belgique, suisse, canada, quebec, luxembourg, espagne, italie, allemagne, angleterre, royaume uni, portugal, pays bas, autriche, suede, etats unis, usa, maroc, tunisie, algerie, japon, europe, guadeloupe, martinique, dom tom, outre mer, pays=',
    several: 'deux, trois, quatre, plusieurs, autre, autres, tous, ajouter, aussi, encheres, et aussi, d autres',
    together:
      'group, ensemble, meme colis, un seul, seul colis, seul envoi, seul paquet, une fois, cumul, regroup, recalcul, combin',
    less: 'dernier prix, meilleur prix, negoci, offre, accept, remise, reduction, rabais, baisser, geste, debattre, marge, budget, prix ferme, moins cher, trop cher, vous propose, ristourne, descendre',
    harm: 'casse, brise, abim, endommag, fissur, fele, felure, ebrech, ecras, dechir, trempe, mouill, rompu, cabosse, morceaux, raye, tordu, perce, plie',
    flaw: 'rayure, raye, tache, trou, defaut, fissure, fele, usure, accroc, rouille, manque, odeur, fumeur, jauni, dechir, abim, eclat, choc=, chocs, repar',
    used: 'neuf, deja porte, porte, utilise, occasion, fonctionne, marche bien, etat, teste, complet, batterie, kilometre, age, en panne, d origine',
    thing: 'colis, paquet, commande, article, courrier',
  },
  it: {
    ship: 'spedi, sped, invi, mand, consegn, corriere, trasporto, poste, postal, ss=, parte=, partit',
    cost: 'quanto, cost, prezzo, spese, tariff, caro, cara, gratis, gratuit, preventivo, supplemento, in piu, compres, inclus, viene, ss=, economic',
    when: 'quando, entro quanti, quanti giorni, che giorno, quale data, data=, tempi, entro quando',
    soon: 'oggi, domani, subito, urgent, presto, entro, prima di, gia, appena, ancora in attesa, compleanno, ferie, vacanz, regalo, il prima possibile',
    where: 'dov e, dove si trova, dove e, dove sta, a che punto, che fine, notizie, rintracci, dove',
    missing:
      'non arriv, non e arriv, ancora non, ancora niente, ancora nulla, non ho ricev, non ancora, niente, nulla, perso, smarrit, aspett, fermo, bloccat, in ritardo, mai arrivat, mai ricevut, era previst',
    tracking:
      'tracking, tracci, codice di trac, numero di sped, consegnato ma, risulta consegn, giacenza, lettera di vettura',
    received:
      'arrivat, ricevut, aperto, aprendo, aprire, durante il trasporto, trasporto, corriere, imballagg, imballat, pluriball',
    country:
      'estero, internazional, dogana, svizzera, germania, francia, spagna, austria, inghilterra, regno unito, portogallo, belgio, olanda, san marino, grecia, polonia, svezia, stati uniti, usa, america, brasile, canada, giappone, europa, fuori, altri paesi',
    several:
      'due, tre, quattro, piu oggetti, piu articoli, entramb, tutti, tutte, altro, altri, altra, altre, diversi, aggiung, anche, aste, i 3, molti',
    together:
      'insieme, assieme, cumulativ, unico, unica, un solo, una sola, una volta, combin, accorp, raggrupp, unire, somm, ricalcol, stesso pacco, risparmi',
    less: 'ultimo prezzo, miglior prezzo, trattabil, trattativa, sconto, accett, propost, offerta, scendere, abbass, budget, venire incontro, venirmi incontro, meno, troppo caro, le offro, prezzo fisso, margine',
    harm: 'rott, danneggi, spezzat, frantum, crepat, scheggiat, schiacciat, rovinat, bagnat, strappat, in pezzi, graffiat, piegat, ammaccat, incrinat',
    flaw: 'graffi, macchi, buchi, buco, difett, crepe, crepat, usura, ruggine, manca, mancan, mancant, odore, fumator, ammaccat, consumat, strapp, ingiallit, ripar',
    used: 'nuovo, nuova, usato, usata, funziona, provat, testat, condizion, complet, stato=, batteria, chilometri, quanti anni, originale, indossat',
    thing: 'pacco, ordine, pacchetto, spedizione, articolo',
  },
  es: {
    ship: 'envi, mand, entreg, correo, porte, mensajer, transport, sale=, salido',
    cost: 'cuanto, cuesta, coste, costo, precio, gastos, gratis, caro, incluid, presupuesto',
    when: 'cuando, cuantos dias, que dia, fecha, plazo',
    soon: 'hoy, manana, urgente, pronto, antes del, ya, cumpleanos, vacaciones, regalo, cuanto antes',
    where: 'donde esta, donde, noticias, que ha pasado',
    missing:
      'no ha lleg, no me ha lleg, no he recib, sigo esper, todavia no, aun no, nada, perdid, retras, parado, nunca',
    tracking: 'seguimiento, rastre, localizador, entregado pero',
    received: 'llego, ha llegado, llegado, recibid, abierto, abrir, embalaje, embalad, transporte, paquete',
    country:
      'extranjero, internacional, aduana, portugal, francia, alemania, italia, inglaterra, belgica, suiza, mexico, argentina, chile, colombia, estados unidos, usa, canarias, baleares, ceuta, europa, otro pais, fuera de',
    several: 'dos, tres, cuatro, varios, varias, ambos, otro, otra, otros, tambien, mas articulos, todos',
    together: 'junt, agrup, combin, mismo paquete, un solo, unico envio, una vez',
    less: 'ultimo precio, mejor precio, negociabl, descuento, rebaj, oferta, acept, bajar, me lo dejas, presupuesto, mas barato, regate',
    harm: 'rot, danad, partid, golpead, aplastad, mojad, rasgad, estropead, pedazos, abollad, agrietad',
    flaw: 'aranazo, rasgun, mancha, agujero, defecto, grieta, desgaste, oxido, falta, olor, abolladura, reparad',
    used: 'nuevo, nueva, usado, usada, funciona, probad, estado=, complet, bateria, kilometros, anos tiene',
    thing: 'paquete, pedido, articulo, envio',
  },
  nl: {
    ship: 'verzend, verzond, verstuur, versturen, stuur, sturen, post, lever, bezorg, opgestuurd, pakket',
    cost: 'kost, hoeveel, prijs, duur, goedkoop, gratis, inclusief, extra, porto',
    when: 'wanneer, hoe snel, welke dag, datum, hoeveel dagen',
    soon: 'vandaag, morgen nog, snel, dringend, spoed, al=, voor vrijdag, verjaardag, vakantie, cadeau, op tijd',
    where: 'waar is, waar blijft, waar zit, nieuws over',
    missing: 'niet ontvang, niet aangekomen, nog niet, nog niets, niks, kwijt, verloren, wacht, te laat, vertraag',
    tracking: 'track, trace, volgnummer, bezorgd maar, postnl',
    received: 'aangekomen, ontvangen, geopend, opengemaakt, uitgepakt, verpakking, ingepakt, bij het vervoer, kwam',
    country:
      'buitenland, internationaal, douane, belgie, duitsland, frankrijk, engeland, spanje, italie, zwitserland, oostenrijk, luxemburg, denemarken, amerika, usa, europa, ander land, buiten nederland',
    several: 'twee, drie, vier, meerdere, beide, nog een, andere, ook=, alle',
    together: 'samen, combineer, combineren, een pakket, een doos, een keer, tegelijk',
    less: 'laatste prijs, beste prijs, laagste, onderhandel, korting, bod, bieden, zakken, budget, goedkoper, iets van de prijs, vaste prijs',
    harm: 'kapot, gebroken, beschadig, gebarsten, gescheurd, stuk, ingedeukt, nat, krom, verbogen, scherven',
    flaw: 'kras, krassen, vlek, gat, gaten, gebrek, barst, slijtage, roest, ontbre, geur, deuk, mankement, gerepareerd',
    used: 'nieuw, gedragen, gebruikt, werkt, getest, staat van, compleet, batterij, accu, kilometer, hoe oud',
    thing: 'pakket, pakje, bestelling, zending, artikel',
  },
  pl: {
    ship: 'wysyl, wysl, nada, przesyl, dostaw, kurier, paczkomat, poczt',
    cost: 'ile kosztuje, koszt, cena, cene, ile za, drog, tani, darmow, gratis, doplat',
    when: 'kiedy, ile dni, jaki dzien, termin, jak szybko',
    soon: 'dzis, dzisiaj, jutro, pilnie, szybko, juz, przed, urodziny, wakacje, prezent, jak najszybciej',
    where: 'gdzie jest, gdzie, co sie dzieje, co z',
    missing: 'nie dotar, nie doszl, nie otrzym, nadal nie, jeszcze nie, nic, zagin, zgub, czekam, opozn',
    tracking: 'numer przesylki, sledz, status, doreczon ale, list przewozowy',
    received: 'dotarl, doszl, otrzymal, przyszl, rozpakow, otworz, opakowan, zapakow, w transporcie',
    country:
      'za granice, zagranic, miedzynarod, clo=, niemiec, niemcy, anglii, francji, wloch, hiszpanii, czech, holandii, belgii, austrii, szwajcarii, norwegii, usa, europ, poza polske, innego kraju',
    several: 'dwa, dwie, trzy, cztery, kilka, oba, obie, wiecej, jeszcze jed, inne, wszystkie',
    together: 'razem, jednej paczce, laczon, polacz, jedna paczka, jedna przesylka, wspoln',
    less: 'ostateczna cena, najnizsza cen, negocj, rabat, znizk, taniej, opusci, spusci, propozycj, oferta, upust',
    harm: 'uszkodz, zepsut, rozbit, peknie, polaman, stluczon, zgniec, zlaman, mokr, podart',
    flaw: 'rysy, zarysow, plam, dziur, wad, pekni, zuzyc, rdza, brakuj, zapach, wgniec, napraw',
    used: 'nowy, nowa, nowe, noszon, uzywan, dziala, sprawn, testow, stan=, komplet, bateri, przebieg, ile lat',
    thing: 'paczk, zamowieni, przesylk, towar',
  },
}

const toLists = (language: Language): readonly (readonly [Concept, string])[] =>
  concepts.map((concept) => [concept, words[language][concept]] as const)

const finders = new Map(languages.map((language) => [language, createPhraseFinder(toLists(language))]))
const findInAnyLanguage = createPhraseFinder(languages.flatMap(toLists))

/** `language`: null to look for the words of every language. */
export const findConcepts = (questionWords: readonly string[], language: Language | null): ReadonlySet<Concept> => {
  const find = (language === null ? undefined : finders.get(language)) ?? findInAnyLanguage
  return new Set(find(questionWords).keys())
}
