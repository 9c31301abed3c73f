/**
 * How a feature declares the personal data in its tables: buyers, senders, recipients and addressees of this shop.
 *
 * Each feature has a `personal-data.ts`, and `main/session/personal-data.ts` joins them. A test requires a declaration
 * for every text and blob column of the schema. SQL may use `:names` (JSON, `Person[]`) and `:subjects` (JSON, the
 * outbound queue's subjects that belong to these persons); `isOfPerson`, `IN_NAMES` and `IN_SUBJECTS` test membership.
 *
 * A name may pass to someone else, so what has a date is tested by `isOfPerson`, and what has none by `IN_NAMES`.
 */
import type { Row, SqlValue } from '../database/database.ts'
import { jsonAt } from '../database/stored-json.ts'
import type { IsPerson } from './erased-persons.ts'

export type StoredValue = Row[string]

/** Replaces an erased value where the column requires one. */
export const ERASED = '(erased)'

/** A name, as the database spells it, and whose it is (SEC-10). All times are milliseconds since 1970. */
export type Person = {
  readonly name: string
  /** When the account was closed. */
  readonly closedAtMs: number
  /** What is dated later belongs to someone who took the name. */
  readonly untilMs: number
  /** The newest date under this name up to then; 0 without any. */
  readonly newestMs: number
}

/** SQL for a field of `person`, which is a row of `json_each(:names)`. */
export const ofPerson = (field: keyof Person): string => jsonAt('person.value', `$.${field}`)

export const IN_NAMES = `IN (SELECT ${ofPerson('name')} FROM json_each(:names) person)`
/** SQL for whether a row with this name and date is a person's. Without a date it is. */
export const isOfPerson = (name: string, atMs: string): string =>
  `(${name} ${IN_NAMES} AND EXISTS (SELECT 1 FROM json_each(:names) person
     WHERE ${ofPerson('name')} = ${name} AND coalesce(${atMs}, 0) <= ${ofPerson('untilMs')}))`
export const IN_SUBJECTS = 'IN (SELECT value FROM json_each(:subjects))'
/** Matches the rows that a scan found in the same table. */
export const IN_FOUND = 'IN (SELECT value FROM json_each(:found))'

/**
 * A column whose values contain names. `rows` selects `id`, `value` and, if it is known, the date `atMs` of the next rows after the
 * id `?`, in id order.
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
  /** Statements that select the newest date under `:name` up to `:untilMs`, or null. */
  readonly newest?: readonly string[]
  /** Names that were given up: selects each `name` and when, `atMs`, by this computer's clock. */
  readonly givenUp?: string
  /** Names that the persons in `:names` gave up: selects each `name` and when, `atMs`. */
  readonly earlierNames?: string
  /** Full-text indexes to merge, so that no term of a deleted row remains. */
  readonly searchIndexes?: readonly string[]
}
