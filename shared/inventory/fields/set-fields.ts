/** Which fields of a group are set, for its closed summary. Pure. */
import type { Field } from './field.ts'
import { flagKind } from './field-kinds.ts'

/** A flag of “no” is left out: its name alone would read as a yes. */
export const listSetFields = <F extends Field>(fields: readonly F[], textOf: (field: F) => string): readonly F[] =>
  fields.filter((field) => {
    const text = textOf(field)
    return text !== '' && !(field.kind === flagKind && text === 'no')
  })
