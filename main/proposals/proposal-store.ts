/** Stores proposals until the seller decides them. */
import type { ProposalSubject } from '../../shared/proposals/contract.ts'
import { isProposalKind, type ProposalKind } from '../../shared/proposals/kinds.ts'
import type { Database } from '../database/database.ts'
import { parseStored } from '../database/stored-json.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'

export type ProposalState = 'waiting' | 'accepted' | 'dismissed'

export type ProposalRow = {
  readonly proposalId: number
  readonly assistantId: number
  readonly assistant: string
  readonly kind: ProposalKind
  readonly subject: ProposalSubject
  readonly buyer: string | null
  readonly input: unknown
  readonly basis: unknown
  readonly madeAtMs: number
}

export const subjectKey = (subject: ProposalSubject): string =>
  subject.kind === 'newItem' ? 'newItem' : `${subject.kind}:${subject.id}`

const parseSubject = (key: string): ProposalSubject => {
  const [kind, ...rest] = key.split(':')
  const id = rest.join(':')
  return kind === 'conversation' || kind === 'item' ? { kind, id } : { kind: 'newItem' }
}

type Stored = {
  proposal_id: number
  assistant_id: number
  name: string
  kind: string
  subject: string
  buyer: string | null
  input: string
  basis: string
  made_at_ms: number
}

/** Decided ones are kept for undoing them. Older ones are deleted, so that the table stays small whatever assistants propose. */
const MAX_DECIDED = 500

const SELECT = `SELECT proposal_id, p.assistant_id, name, kind, subject, buyer, input, basis, made_at_ms
  FROM proposals p JOIN assistants USING (assistant_id)`

/** A row that the disk damaged is left out. */
const toRows = (stored: readonly Stored[]): readonly ProposalRow[] =>
  stored.flatMap((row) => {
    const input = parseStored<unknown>(row.input, undefined)
    if (!isProposalKind(row.kind) || input === undefined) return []
    return [
      {
        proposalId: row.proposal_id,
        assistantId: row.assistant_id,
        assistant: row.name,
        kind: row.kind,
        subject: parseSubject(row.subject),
        buyer: row.buyer,
        input,
        basis: parseStored<unknown>(row.basis, undefined),
        madeAtMs: row.made_at_ms,
      },
    ]
  })

export const createProposalStore = (database: Database, erased: ErasedCheck) => ({
  countWaiting: (assistantId: number): number =>
    database.get<{ n: number }>("SELECT COUNT(*) AS n FROM proposals WHERE assistant_id = ? AND state = 'waiting'", [
      assistantId,
    ])?.n ?? 0,
  add: (row: Omit<ProposalRow, 'proposalId' | 'assistant'>): number => {
    const isErased = row.buyer !== null && erased.isErased(row.buyer, row.madeAtMs)
    if (isErased) return 0
    return database.run(
      'INSERT INTO proposals (assistant_id, kind, subject, buyer, input, basis, made_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [
        row.assistantId,
        row.kind,
        subjectKey(row.subject),
        row.buyer,
        JSON.stringify(row.input),
        JSON.stringify(row.basis ?? null),
        row.madeAtMs,
      ],
    ).lastInsertRowid
  },
  waiting: (subject: ProposalSubject | undefined, offset: number, limit: number) => {
    const where = subject === undefined ? "state = 'waiting'" : "state = 'waiting' AND subject = ?"
    const values = subject === undefined ? [] : [subjectKey(subject)]
    return {
      rows: toRows(
        database.all<Stored>(`${SELECT} WHERE ${where} ORDER BY proposal_id DESC LIMIT ? OFFSET ?`, [
          ...values,
          limit,
          offset,
        ]),
      ),
      total: database.get<{ n: number }>(`SELECT COUNT(*) AS n FROM proposals WHERE ${where}`, values)?.n ?? 0,
    }
  },
  find: (proposalId: number, state: ProposalState = 'waiting'): ProposalRow | undefined =>
    toRows(database.all<Stored>(`${SELECT} WHERE proposal_id = ? AND state = ?`, [proposalId, state]))[0],
  /** Keeps what undoing needs to know. */
  setBasis: (proposalId: number, basis: unknown): void => {
    database.run('UPDATE proposals SET basis = ? WHERE proposal_id = ?', [JSON.stringify(basis), proposalId])
  },
  idsOf: (assistantId: number): readonly number[] =>
    database
      .all<{ id: number }>("SELECT proposal_id AS id FROM proposals WHERE assistant_id = ? AND state = 'waiting'", [
        assistantId,
      ])
      .map(({ id }) => id),
  /** Returns how many were in the state `from`. */
  move: (proposalIds: readonly number[], from: ProposalState, to: ProposalState): number => {
    const { changes } = database.run(
      'UPDATE proposals SET state = ? WHERE state = ? AND proposal_id IN (SELECT value FROM json_each(?))',
      [to, from, JSON.stringify(proposalIds)],
    )
    database.run(
      `DELETE FROM proposals WHERE state <> 'waiting' AND proposal_id NOT IN
         (SELECT proposal_id FROM proposals WHERE state <> 'waiting' ORDER BY proposal_id DESC LIMIT ?)`,
      [MAX_DECIDED],
    )
    return changes
  },
})
export type ProposalStore = ReturnType<typeof createProposalStore>
