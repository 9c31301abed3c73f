/**
 * The index of words: what a search knows of conversations, drafts and the outbox.
 *
 * A conversation's words are those of its subject, buyer, item and messages together; its row bears the conversation's
 * `place`, so that finds come in the order of the list. It changes in the transaction that changes the conversation, so that
 * a search never knows less or more than what is kept; so do those of drafts and the outbox.
 *
 * Not so what is read for the first time, of which there may be very much: `worded` is 0 then, the conversation counts as
 * not searched, and its words follow in a moment of their own (`putUnworded`). Until then the index lacks it, or has what
 * was known before under its place (`in_index`).
 */
import type { Database } from '../database/database.ts'
import { indexedWords } from './search-words.ts'

export type WordsIndex = ReturnType<typeof createWordsIndex>

type Header = {
  place: number
  subject: string | null
  buyer: string | null
  item_id: string | null
  preview: string | null
}

type Entry = {
  /** Where the conversation stood in the index until now, if it did. */
  readonly formerPlace: number | undefined
  /** Undefined where it is not kept. */
  readonly now: { readonly place: number; readonly words: string } | undefined
}

/** Whether the index has a row of this conversation, of now or of before. */
export const isInIndex = ({ worded, in_index }: { readonly worded: number; readonly in_index: number }): boolean =>
  worded === 1 || in_index === 1

const textOf = (content: string): string => (JSON.parse(content) as { readonly messageText: string }).messageText

export const createWordsIndex = (database: Database) => {
  /** What `together` puts in at its end, by conversation. */
  let collected: Map<number, Entry> | undefined

  const write = (table: 'conversation_words' | 'draft_words' | 'outbox_words', rowid: number, words: string): void => {
    database.run(`INSERT INTO ${table} (rowid, words) VALUES (?, ?)`, [rowid, words])
  }

  const writeAll = (entries: readonly Entry[]): void => {
    const gone = entries.flatMap(({ formerPlace }) => (formerPlace === undefined ? [] : [formerPlace]))
    const now = entries.flatMap((entry) => (entry.now === undefined ? [] : [entry.now]))
    for (const place of gone.toSorted((a, b) => a - b)) {
      database.run('DELETE FROM conversation_words WHERE rowid = ?', [place])
    }
    for (const { place, words } of now.toSorted((a, b) => a.place - b.place)) write('conversation_words', place, words)
  }

  const put = (conversationRow: number, entry: Entry): void => {
    if (collected === undefined) {
      writeAll([entry])
      return
    }
    // Of one that is put in twice nothing was written meanwhile.
    const earlier = collected.get(conversationRow)
    collected.set(conversationRow, earlier === undefined ? entry : { ...entry, formerPlace: earlier.formerPlace })
  }

  /**
   * Puts in a conversation of which all that it says is at hand; `formerPlace` is where it stood in the index until now, if
   * it did.
   */
  const putWords = (
    conversationRow: number,
    header: Header,
    messages: readonly string[],
    formerPlace: number | undefined,
  ): void => {
    const { place, subject, buyer, item_id, preview } = header
    const words = indexedWords([subject ?? '', buyer ?? '', item_id ?? '', preview ?? '', ...messages])
    put(conversationRow, { formerPlace, now: { place, words } })
  }

  /**
   * Runs `work`, inside a transaction, and puts in at its end what it had to put in of conversations.
   *
   * The index gathers rows in memory as long as they come in the order of their places and no other table is written
   * between them; otherwise each row becomes a piece of its own on disk, to be merged with others later.
   */
  const together = <T>(work: () => T): T => {
    if (collected !== undefined) return work()
    const entries = new Map<number, Entry>()
    collected = entries
    let value: T
    try {
      value = work()
    } finally {
      collected = undefined
    }
    writeAll([...entries.values()])
    return value
  }

  const putConversation = (conversationRow: number, formerPlace: number | undefined): void => {
    const header = database.get<Header & { worded: number; in_index: number }>(
      'SELECT place, subject, buyer, item_id, preview, worded, in_index FROM conversations WHERE id = ?',
      [conversationRow],
    )
    if (header === undefined) {
      put(conversationRow, { formerPlace, now: undefined })
      return
    }
    const messages = database.all<{ text: string }>('SELECT text FROM messages WHERE conversation_row = ?', [
      conversationRow,
    ])
    putWords(
      conversationRow,
      header,
      messages.map(({ text }) => text),
      formerPlace,
    )
    if (header.worded === 0) {
      database.run('UPDATE conversations SET worded = 1, in_index = 0 WHERE id = ?', [conversationRow])
    }
  }

  return {
    /** Puts in a conversation that is in the index already, of which all that it says is at hand. */
    putWords,

    /** Puts in what a conversation says by now, as it is kept. */
    putConversation,

    /** The words of this conversation, which keeps its place, follow. */
    putLater: ({ id, worded }: { readonly id: number; readonly worded: number }): void => {
      if (worded === 1) database.run('UPDATE conversations SET worded = 0, in_index = 1 WHERE id = ?', [id])
    },

    together,

    /** A draft goes by its revision, which no other draft ever has. */
    putDraft: (revision: number, text: string): void => write('draft_words', revision, indexedWords([text])),
    removeDraft: (revision: number): void => {
      database.run('DELETE FROM draft_words WHERE rowid = ?', [revision])
    },

    /** A message of the outbox goes by its ordinal, and leaves the index when it is final. */
    putOutbox: (ordinal: number, text: string): void => write('outbox_words', ordinal, indexedWords([text])),
    removeOutbox: (ordinal: number): void => {
      database.run('DELETE FROM outbox_words WHERE rowid = ?', [ordinal])
    },

    /** Whether any words are to follow. */
    isBehind: (): boolean =>
      database.get(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM conversations WHERE worded = 0)
           OR EXISTS (SELECT 1 FROM drafts WHERE worded = 0) OR EXISTS (SELECT 1 FROM outbox WHERE worded = 0)`,
      ) !== undefined,

    /**
     * Puts in up to `limit` conversations whose words are to follow, the newest first, and all drafts and messages that an
     * earlier version of the program kept without; returns the rows of the conversations.
     */
    putUnworded: (limit: number): readonly number[] =>
      database.transaction(() =>
        together(() => {
          const drafts = database.all<{ revision: number; content: string }>(
            'SELECT revision, content FROM drafts WHERE worded = 0',
          )
          for (const { revision, content } of drafts) {
            write('draft_words', revision, indexedWords([textOf(content)]))
            database.run('UPDATE drafts SET worded = 1 WHERE revision = ?', [revision])
          }
          const open = database.all<{ ordinal: number; state: string; content: string }>(
            'SELECT ordinal, state, content FROM outbox WHERE worded = 0',
          )
          for (const { ordinal, state, content } of open) {
            if (!['sent', 'takenBack', 'discarded'].includes(state)) {
              write('outbox_words', ordinal, indexedWords([textOf(content)]))
            }
            database.run('UPDATE outbox SET worded = 1 WHERE ordinal = ?', [ordinal])
          }
          const rows = database.all<{ id: number; place: number; in_index: number }>(
            'SELECT id, place, in_index FROM conversations WHERE worded = 0 ORDER BY place DESC LIMIT ?',
            [limit],
          )
          for (const { id, place, in_index } of rows) putConversation(id, in_index === 1 ? place : undefined)
          return rows.map(({ id }) => id)
        }),
      ),
  }
}
