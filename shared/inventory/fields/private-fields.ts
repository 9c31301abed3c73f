/**
 * The fields of an item that are kept here alone and never sent: as columns of the sheet and of CSV files, like the others, but
 * stored as soon as they are typed.
 */
import type { MoneyStyle } from '../../money.ts'
import { costText, readCost } from '../cost.ts'
import { MAX_COST_CHARACTERS, MAX_PLACE_CHARACTERS } from '../limits.ts'

/** In the order of their columns. */
export const privateFieldIds = ['cost', 'place'] as const
export type PrivateFieldId = (typeof privateFieldIds)[number]

/** Texts by field; empty where nothing is noted. */
export type PrivateTexts = Readonly<Record<PrivateFieldId, string>>

export const noPrivateTexts: PrivateTexts = { cost: '', place: '' }

export type PrivateField = {
  /** Also the name of its column in the sheet and in CSV files. */
  readonly id: PrivateFieldId
  readonly label: string
  readonly help: string
  readonly placeholder: string
  readonly maxCharacters: number
  /** Other names of its column, in lower case. */
  readonly aliases: readonly string[]
  /** The text as it is stored, or the sentence that says what to type instead. */
  readonly read: (text: string, style: MoneyStyle) => { readonly text: string } | { readonly problem: string }
}

export const placeField: PrivateField = {
  id: 'place',
  label: 'Place',
  help: 'Such as a shelf or a box. Your pick list is sorted by it; buyers never see it.',
  placeholder: 'A2',
  maxCharacters: MAX_PLACE_CHARACTERS,
  aliases: ['storage place', 'bin', 'bin location'],
  read: (text) =>
    text.length > MAX_PLACE_CHARACTERS
      ? { problem: `A place has at most ${MAX_PLACE_CHARACTERS} characters.` }
      : { text: text.trim() },
}

export const costField: PrivateField = {
  id: 'cost',
  label: 'Cost',
  help: 'What you paid for one piece. It never leaves this computer. For pieces bought at different prices: 3 × 4.50 on 2026-10-01; 5.00. The oldest are used up first.',
  placeholder: '4.50',
  maxCharacters: MAX_COST_CHARACTERS,
  aliases: ['cost price', 'unit cost', 'item cost', 'purchase price', 'cog', 'cogs'],
  read: (text, style) => {
    if (text.length > MAX_COST_CHARACTERS) {
      return { problem: `A cost has at most ${MAX_COST_CHARACTERS} characters.` }
    }
    const reading = readCost(text, style)
    return 'problem' in reading ? reading : { text: costText(reading.lots) }
  },
}

const fieldsById: Readonly<Record<PrivateFieldId, PrivateField>> = { cost: costField, place: placeField }

export const privateFields: readonly PrivateField[] = privateFieldIds.map((id) => fieldsById[id])

export const findPrivateField = (id: string): PrivateField | undefined => privateFields.find((field) => field.id === id)
