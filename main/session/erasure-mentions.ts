/** SQL for the texts that an erasure left for the seller to review, and for unsent texts to an erased user. */
import type { ErasureMention } from '../../shared/notifications/erasure.ts'
import type { Database } from '../database/database.ts'
import type { Mention } from '../erasure/erase.ts'

/** SQL for whether the seller still has something to send to the subject in `ref`. */
const HAS_UNSENT = `(EXISTS (SELECT 1 FROM outbound o WHERE o.subject = m.ref AND o.is_open = 1 AND o.kind = 'message')
  OR EXISTS (SELECT 1 FROM drafts d WHERE lower(d.target_key) = lower(m.ref)))`

type Row = {
  readonly place: Mention['place']
  readonly ref: string
  /** The name of a saved reply or search; null if it was deleted. */
  readonly name: string | null
}

const toMention = ({ place, ref, name }: Row): readonly ErasureMention[] => {
  switch (place) {
    case 'draft':
    case 'message':
      return [{ place, conversationId: ref }]
    case 'newMessageDraft':
    case 'buyerNote':
      return [{ place, buyer: ref }]
    case 'waitingMessage':
      return [{ place, outboundId: ref }]
    case 'eventNote':
      return [{ place, eventId: Number(ref) }]
    case 'savedReply':
    case 'savedSearch':
      return name === null ? [] : [{ place, name }]
  }
}

export const createMentionStore = (database: Database) => ({
  /** Adds texts, and those of the subjects that have an unsent text. */
  add: (erasureId: number, texts: readonly Mention[], subjects: readonly string[]): void => {
    for (const { place, ref } of texts) {
      database.run('INSERT INTO erasure_mentions (erasure_id, place, ref) VALUES (?, ?, ?)', [erasureId, place, ref])
    }
    database.run(
      `INSERT INTO erasure_mentions (erasure_id, place, ref)
       SELECT ?, 'unsent', m.ref FROM (SELECT value AS ref FROM json_each(?)) m WHERE ${HAS_UNSENT}`,
      [erasureId, JSON.stringify(subjects)],
    )
  },

  load: (erasureId: number): readonly ErasureMention[] =>
    database
      .all<Row>(
        `SELECT place, ref, CASE place WHEN 'savedReply' THEN (SELECT name FROM saved_replies WHERE id = ref)
           WHEN 'savedSearch' THEN (SELECT name FROM saved_searches WHERE id = ref) END AS name
         FROM erasure_mentions WHERE erasure_id = ? AND place <> 'unsent' ORDER BY id`,
        [erasureId],
      )
      .flatMap(toMention),

  loadUnsent: (erasureId: number): readonly ({ readonly conversationId: string } | { readonly buyer: string })[] =>
    database
      .column<string>(
        `SELECT ref FROM erasure_mentions m WHERE erasure_id = ? AND place = 'unsent' AND ${HAS_UNSENT} ORDER BY id`,
        [erasureId],
      )
      .map((subject) => {
        const id = subject.slice(subject.indexOf(':') + 1)
        return subject.startsWith('conversation:') ? { conversationId: id } : { buyer: id }
      }),

  /** Dismisses the mentions. Unsent texts stay listed. */
  dismiss: (erasureId: number): void => {
    database.run(`DELETE FROM erasure_mentions WHERE erasure_id = ? AND place <> 'unsent'`, [erasureId])
  },

  /** The subjects with nothing left to send. */
  finishedSubjects: (): readonly string[] =>
    database.column<string>(`SELECT DISTINCT ref FROM erasure_mentions m WHERE place = 'unsent' AND NOT ${HAS_UNSENT}`),

  forgetSubjects: (subjects: readonly string[]): void => {
    database.run(`DELETE FROM erasure_mentions WHERE place = 'unsent' AND ref IN (SELECT value FROM json_each(?))`, [
      JSON.stringify(subjects),
    ])
  },
})
