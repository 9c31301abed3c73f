/** The words of a packing slip, in the languages of the marketplaces (ORD-10). */

type SlipTexts = {
  readonly to: string
  readonly order: string
  readonly orders: string
  readonly item: string
  readonly pieces: string
  readonly each: string
  readonly total: string
  readonly items: string
  readonly shipping: string
  readonly paid: string
  readonly returns: string
  /** `name`: the buyer's first name; empty if it isn't known. */
  readonly thanks: (name: string) => string
}

const after = (name: string): string => (name === '' ? '' : `, ${name}`)

const texts = {
  en: {
    ...{ to: 'To', order: 'Order', orders: 'Orders', item: 'Item', pieces: 'Pieces', each: 'Each', total: 'Total' },
    ...{ items: 'Items', shipping: 'Shipping', paid: 'Paid', returns: 'Returns' },
    thanks: (name) =>
      `Thank you for your order${after(name)}. If anything isn’t right, write to us before you send it back: we’ll sort it out.`,
  },
  de: {
    ...{ to: 'An', order: 'Bestellung', orders: 'Bestellungen', item: 'Artikel', pieces: 'Anzahl', each: 'Preis' },
    ...{ total: 'Summe', items: 'Artikel', shipping: 'Versand', paid: 'Bezahlt', returns: 'Rücksendungen' },
    thanks: (name) =>
      `Vielen Dank für Ihre Bestellung${after(name)}. Wenn etwas nicht stimmt, schreiben Sie uns bitte vor einer Rücksendung: Wir finden eine Lösung.`,
  },
  fr: {
    ...{ to: 'Destinataire', order: 'Commande', orders: 'Commandes', item: 'Article', pieces: 'Quantité' },
    ...{ each: 'Prix', total: 'Total', items: 'Articles', shipping: 'Livraison', paid: 'Payé', returns: 'Retours' },
    thanks: (name) =>
      `Merci pour votre commande${after(name)}. En cas de problème, écrivez-nous avant tout retour : nous trouverons une solution.`,
  },
  it: {
    ...{ to: 'Destinatario', order: 'Ordine', orders: 'Ordini', item: 'Articolo', pieces: 'Quantità', each: 'Prezzo' },
    ...{ total: 'Totale', items: 'Articoli', shipping: 'Spedizione', paid: 'Pagato', returns: 'Resi' },
    thanks: (name) =>
      `Grazie per il tuo ordine${after(name)}. Se qualcosa non va, scrivici prima di restituirlo: troveremo una soluzione.`,
  },
  es: {
    ...{ to: 'Destinatario', order: 'Pedido', orders: 'Pedidos', item: 'Artículo', pieces: 'Cantidad', each: 'Precio' },
    ...{ total: 'Total', items: 'Artículos', shipping: 'Envío', paid: 'Pagado', returns: 'Devoluciones' },
    thanks: (name) =>
      `Gracias por tu pedido${after(name)}. Si algo no está bien, escríbenos antes de devolverlo: lo solucionaremos.`,
  },
  nl: {
    ...{ to: 'Aan', order: 'Bestelling', orders: 'Bestellingen', item: 'Artikel', pieces: 'Aantal', each: 'Prijs' },
    ...{ total: 'Totaal', items: 'Artikelen', shipping: 'Verzending', paid: 'Betaald', returns: 'Retouren' },
    thanks: (name) =>
      `Bedankt voor uw bestelling${after(name)}. Klopt er iets niet, schrijf ons dan voordat u iets terugstuurt: we lossen het op.`,
  },
  pl: {
    ...{ to: 'Odbiorca', order: 'Zamówienie', orders: 'Zamówienia', item: 'Przedmiot', pieces: 'Liczba', each: 'Cena' },
    ...{ total: 'Razem', items: 'Przedmioty', shipping: 'Wysyłka', paid: 'Zapłacono', returns: 'Zwroty' },
    thanks: (name) =>
      `Dziękujemy za zamówienie${after(name)}. Jeśli coś jest nie tak, napisz do nas przed odesłaniem: znajdziemy rozwiązanie.`,
  },
} as const satisfies Readonly<Record<string, SlipTexts>>

/** `language`: a tag such as `de-DE`. English if there is no table of the language, or none is known. */
export const slipTexts = (language: string | null): { readonly language: string; readonly texts: SlipTexts } => {
  const [base = ''] = (language ?? '').split('-')
  const isKnown = (known: string): known is keyof typeof texts => Object.hasOwn(texts, known)
  return isKnown(base) && language !== null
    ? { language, texts: texts[base] }
    : { language: language !== null && base === 'en' ? language : 'en-US', texts: texts.en }
}
