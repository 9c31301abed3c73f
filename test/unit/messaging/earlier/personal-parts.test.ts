/** What belongs to one buyer never stays in a text that is offered for another (SEC-18). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leaveGaps, type PersonalFact } from '../../../../shared/messaging/personal-parts.ts'

const anna: readonly PersonalFact[] = [
  { kind: 'name', value: 'anna_k-82' },
  { kind: 'name', value: 'Anna Katharina Müller' },
  { kind: 'address', value: 'Haus am See' },
  { kind: 'address', value: '04109 Leipzig' },
  { kind: 'phone', value: '+49 341 5550199' },
  { kind: 'order', value: 'A-7781' },
  { kind: 'tracking', value: '00340434161094042557' },
]

describe('a text for another buyer', () => {
  it.each([
    ['Hi Anna, it was sent to Haus am See today.', 'Hi {{buyer}}, it was sent to {{address}} today.'],
    ['MÜLLER is on the label, dear anna_K-82.', '{{buyer}} is on the label, dear {{buyer}}.'],
    ['Anna Katharina Müller, 04109 Leipzig', '{{buyer}}, {{address}}'],
    ['Call you at 0049 341 5550199 or +49 341/555-0199?', 'Call you at {{phone}} or {{phone}}?'],
    ['Your order A-7781 left as 0034 0434 1610 9404 2557.', 'Your order {{order}} left as {{tracking}}.'],
  ])('SEC-18 has gaps for what is known of the person: %s', (text, expected) => {
    expect(leaveGaps(text, anna)).toBe(expected)
  })

  it('SEC-18 keeps words that only look like a part of the name', () => {
    const will: readonly PersonalFact[] = [{ kind: 'name', value: 'Will Mark' }]
    expect(leaveGaps('I will mark it, Will.', will)).toBe('I will mark it, {{buyer}}.')
  })

  it.each([
    ['Hello John,\nyes', 'Hello {{buyer}},\nyes'],
    ['Dear Mr. Smith, yes', 'Dear Mr. {{buyer}}, yes'],
    ['Hallo Frau Dr. Weiß-Köhler! Ja', 'Hallo Frau Dr. {{buyer}}! Ja'],
    ['Lieber Jürgen, ja', 'Lieber {{buyer}}, ja'],
    ['Sehr geehrter Herr von der Heide, ja', 'Sehr geehrter Herr {{buyer}}, ja'],
    ['Bonjour Madame Dupont, oui', 'Bonjour Madame {{buyer}}, oui'],
    ['Chère Élodie, oui', 'Chère {{buyer}}, oui'],
    ['Hola María José, sí', 'Hola {{buyer}}, sí'],
    ['Gentile Sig.ra Rossi, sì', 'Gentile Sig.ra {{buyer}}, sì'],
    ['Ciao marco! Sì', 'Ciao {{buyer}}! Sì'],
    ['Dzień dobry Pani Zofio, tak', 'Dzień dobry Pani {{buyer}}, tak'],
    ['Beste Jan, ja', 'Beste {{buyer}}, ja'],
    ['It is for Mrs. Jones. Thanks', 'It is for Mrs. {{buyer}}. Thanks'],
  ])('SEC-18 has a gap for a name that only its greeting shows: %s', (text, expected) => {
    expect(leaveGaps(text, [])).toBe(expected)
  })

  it.each([
    'I send it to Musterstraße 12a, 10115 Berlin.',
    'Hauptstr. 7, 80331 München',
    'An der Alten Post 3, 01067 Dresden',
    '12 Main Street, Springfield, IL 62704',
    '221B Baker St, London NW1 6XE',
    '742 Evergreen Terrace',
    '5 rue de la Paix, 75002 Paris',
    'Rue du Midi 14, 1003 Lausanne',
    'Calle Mayor 3, 28013 Madrid',
    'Via Roma 10, 00184 Roma',
    'ul. Długa 5/3, 00-238 Warszawa',
    'Kerkstraat 12b, 1017 GC Amsterdam',
    'Rua Augusta 8, 1100-053 Lisboa',
    'Packstation 145, 50667 Köln',
    'PO Box 1234, Toronto M5V 2T6',
  ])('SEC-18 keeps no street, house or place: %s', (text) => {
    const shown = leaveGaps(text, [])
    expect(shown).toContain('{{address}}')
    expect(shown.replaceAll('{{address}}', '')).not.toMatch(/\d/)
    expect(shown).not.toMatch(/Berlin|München|Dresden|Paris|Lausanne|Madrid|Roma|Warszawa|Amsterdam|Lisboa|Köln/)
  })

  it.each([
    ['+49 170 1234567', 'phone'],
    ['0170/1234567', 'phone'],
    ['(030) 123 456-78', 'phone'],
    ['555-123-4567', 'phone'],
    ['+1 (415) 555-2671', 'phone'],
    ['06 12 34 56 78', 'phone'],
    ['600 123 456', 'phone'],
    ['anna.k+shop@mail.example.org', 'email'],
    ['12-34567-89012', 'order'],
    ['302-1234567-7654321', 'order'],
    ['1Z999AA10123456784', 'tracking'],
    ['RR123456785DE', 'tracking'],
    ['JJD000390007882936458', 'tracking'],
    ['9400 1000 0000 0000 0000 00', 'tracking'],
    ['00340434161094042557', 'number'],
    ['123456789012', 'number'],
    ['https://track.example.com/?id=ABC', 'link'],
    ['www.dhl.de/sendung/00340434161094042557', 'link'],
  ])('SEC-18 has a gap for %s', (part, kind) => {
    expect(leaveGaps(`It is ${part} as I said`, [])).toBe(`It is {{${kind}}} as I said`)
  })

  it.each([
    ['Tracking number: H1234567890', 'Tracking number: {{tracking}}'],
    ['Die Sendungsnummer ist 4711-0815-22', 'Die Sendungsnummer ist {{tracking}}'],
    ['Numéro de suivi : 6A12345678901', 'Numéro de suivi : {{tracking}}'],
    ['Order #88412', 'Order #{{order}}'],
    ['Ihre Bestellnummer: DE-2231-77', 'Ihre Bestellnummer: {{order}}'],
    ['Votre commande n° 88412', 'Votre commande n° {{order}}'],
    ['Pedido 88412', 'Pedido {{order}}'],
  ])('SEC-18 has a gap for a number that its word names: %s', (text, expected) => {
    expect(leaveGaps(text, [])).toBe(expected)
  })

  it.each([
    'Hello, yes it is new. It weighs 1,250 g and is 30 x 20 x 10 cm.',
    'Hello there! Shipping takes 3-5 days and costs 4.99.',
    'Dear customer, the warranty is 24 months, see https://shop.example.com/warranty',
    'Hallo, der Preis ist 1.299,00 Euro, Baujahr 2019.',
    'Sehr geehrte Damen und Herren, ja, Größe 42.',
    'Bonjour, oui, la taille 38 est disponible.',
    'Hola, gracias por su mensaje.',
    'I can send it on 12.05.2026 or 2026-05-13 at 10:30.',
    'The lens is 24-70 mm f/2.8, model EF 2470.',
    'In Größe 42 habe ich es noch, auf Seite 3 steht mehr.',
    'It goes out via the post in about 5 days. Hello again.',
    'Hello yes it is new.',
  ])('SEC-18 leaves alone what is for anybody: %s', (text) => {
    expect(leaveGaps(text, [])).toBe(text)
  })

  it('SEC-18 shows no known value, wherever it is in whatever text', () => {
    const word = fc.constantFrom('Hello', 'yes,', 'it', 'ist', 'le', '12', 'sent.', '\n', 'to:')
    const known = fc.constantFrom(...anna)
    fc.assert(
      fc.property(fc.array(fc.oneof(word, known), { maxLength: 30 }), (parts) => {
        const text = parts.map((part) => (typeof part === 'string' ? part : part.value)).join(' ')
        const shown = leaveGaps(text, anna)
        for (const part of parts) if (typeof part !== 'string') expect(shown).not.toContain(part.value)
      }),
    )
  })

  it('SEC-18 changes nothing more when done again', () => {
    const part = fc.constantFrom(
      ...[
        'Hi Anna,',
        'Musterstraße 12, 10115 Berlin',
        'order #88412',
        '+49 170 1234567',
        'a@b.example',
        'RR123456785DE',
      ],
      ...['and', 'https://x.example/?id=1', 'Frau Müller', '12-34567-89012', '\n'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const once = leaveGaps(parts.join(' '), anna)
        expect(leaveGaps(once, anna)).toBe(once)
      }),
    )
  })

  it('SEC-18 takes no long time, whatever a text repeats', () => {
    for (const unit of [
      '1 ',
      'a',
      'Aa ',
      '12-',
      'a.',
      'Calle Aa ',
      '+49 ',
      '1a',
      'www.',
      'Hi ',
      'order ',
      '1017 ',
      'A1',
    ]) {
      const startedMs = performance.now()
      leaveGaps(unit.repeat(10_000), anna)
      expect(performance.now() - startedMs, unit).toBeLessThan(1_000)
    }
  })
})
