/**
 * How a feature declares what its tables hold of persons: buyers, senders, recipients and addressees of this shop.
 *
 * Each feature has a `personal-data.ts`, and `main/session/personal-data.ts` joins them. A test demands every text and blob column
 * of the schema. SQL may use `:names` (JSON, as the database spells them) and `:subjects` (JSON, the subjects of the outbound
 * queue that belong to these persons); `IN_NAMES` and `IN_SUBJECTS` are the lists.
 */
import type { Row, SqlValue } from '../database/database.ts'
import type { IsPerson } from './erased-persons.ts'

export type StoredValue = Row[string]

/** What an erased value is replaced by where a column needs one. */
export const ERASED = '(erased)'

export const IN_NAMES = 'IN (SELECT value FROM json_each(:names))'
export const IN_SUBJECTS = 'IN (SELECT value FROM json_each(:subjects))'
/** The rows that a scan found in the table itself. */
export const IN_FOUND = 'IN (SELECT value FROM json_each(:found))'

/** A column with names inside a value. `rows` selects `id` and `value` of some rows after the id `?`, in their order. */
export type ScannedColumn = {
  readonly rows: string
  /** Looked through only for persons whom another column names. */
  readonly isOnlyForKnown?: boolean
  /** The names in a value. */
  readonly read: (value: StoredValue) => readonly string[]
  /** The value without these persons. */
  readonly clear: (value: StoredValue, isPerson: IsPerson) => SqlValue
}

/**
 * A text of the seller, or one that quotes others to them. Never changed: a mention is listed. `text` is SQL of the text, by
 * default the column; `ref` is SQL of what finds it again.
 */
export type OwnText = {
  readonly place: MentionPlace
  readonly text?: string
  readonly ref: string
  readonly where?: string
}

export type MentionPlace =
  | 'draft'
  | 'newMessageDraft'
  | 'waitingMessage'
  | 'buyerNote'
  | 'savedReply'
  | 'savedSearch'
  | 'eventNote'
  | 'message'

export type PersonalTable = {
  readonly table: string
  /** Text and blob columns with nothing of a person: ids, states, goods. */
  readonly withoutPersons?: readonly string[]
  /**
   * Columns that are one name, each with SQL that lists the distinct ones as `name`. Quick, on an index: nearly every closed
   * account is a stranger's.
   */
  readonly names?: Readonly<Record<string, string>>
  /** Columns that say something of the person whom the row names, and go or are emptied with it. */
  readonly ofPerson?: readonly string[]
  readonly scanned?: Readonly<Record<string, ScannedColumn>>
  readonly ownTexts?: Readonly<Record<string, readonly OwnText[]>>
  /** The rows to delete whole, as a condition. Never what has not been sent. */
  readonly delete?: string
  /** Statements that change values in rows that stay. */
  readonly change?: readonly string[]
}

export type PersonalData = {
  /** In the order in which they are erased: children first. */
  readonly tables: readonly PersonalTable[]
  /** Statements that select `subject`: the subjects of the outbound queue that belong to `:names`. */
  readonly subjects?: readonly string[]
  /** Full-text indexes, which are merged so that no term of a deleted row stays. */
  readonly searchIndexes?: readonly string[]
}
