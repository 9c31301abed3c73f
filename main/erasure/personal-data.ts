/**
 * How a feature declares the personal data in its tables: buyers, senders, recipients and addressees of this shop.
 *
 * Each feature has a `personal-data.ts`, and `main/session/personal-data.ts` joins them. A test requires a declaration
 * for every text and blob column of the schema. SQL may use `:names` (JSON, as the database spells them) and
 * `:subjects` (JSON, the outbound queue's subjects that belong to these persons); `IN_NAMES` and `IN_SUBJECTS` test
 * membership.
 */
import type { Row, SqlValue } from '../database/database.ts'
import type { IsPerson } from './erased-persons.ts'

export type StoredValue = Row[string]

/** Replaces an erased value where the column requires one. */
export const ERASED = '(erased)'

export const IN_NAMES = 'IN (SELECT value FROM json_each(:names))'
export const IN_SUBJECTS = 'IN (SELECT value FROM json_each(:subjects))'
/** Matches the rows that a scan found in the same table. */
export const IN_FOUND = 'IN (SELECT value FROM json_each(:found))'

/**
 * A column whose values contain names. `rows` selects `id` and `value` of the next rows after the id `?`, in id order.
 */
export type ScannedColumn = {
  readonly rows: string
  /** Scanned only for persons found in another column. */
  readonly isOnlyForKnown?: boolean
  /** The names in a value. */
  readonly read: (value: StoredValue) => readonly string[]
  /** The value without these persons. */
  readonly clear: (value: StoredValue, isPerson: IsPerson) => SqlValue
}

/**
 * A text written by the seller or quoted to them. It is never changed; mentions are listed. `text`: SQL for the text,
 * by default the column. `ref`: SQL for a reference to it.
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
  /** Text and blob columns without personal data: ids, states, goods. */
  readonly withoutPersons?: readonly string[]
  /**
   * Columns that contain a single name, each with SQL that selects the distinct names as `name`. It must be fast, on an
   * index, because nearly every closed account is a stranger's.
   */
  readonly names?: Readonly<Record<string, string>>
  /** Columns with data about the person named in the row, which are deleted or cleared with it. */
  readonly ofPerson?: readonly string[]
  readonly scanned?: Readonly<Record<string, ScannedColumn>>
  readonly ownTexts?: Readonly<Record<string, readonly OwnText[]>>
  /** A condition for the rows to delete. Never matches unsent changes. */
  readonly delete?: string
  /** Statements that change values in the remaining rows. */
  readonly change?: readonly string[]
}

export type PersonalData = {
  /** In erasure order: children first. */
  readonly tables: readonly PersonalTable[]
  /** Statements that select `subject`: the outbound queue's subjects that belong to `:names`. */
  readonly subjects?: readonly string[]
  /** Full-text indexes to merge, so that no term of a deleted row remains. */
  readonly searchIndexes?: readonly string[]
}
