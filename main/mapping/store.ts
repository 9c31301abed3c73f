/**
 * The mapping room's tables: tasks, the products and bodies that were sent, every poll, and results as they came.
 *
 * Nothing here is ever deleted or overwritten by a later attempt: an attempt is a task of its own. The big texts (bodies,
 * results) have tables of their own, so that a page of the list reads none of them.
 */
import {
  type InvalidRow,
  type Lineage,
  type PlainRow,
  type PreviewRow,
  type ProductForm,
  type SentProduct,
  type StartDraft,
  startDraftSchema,
  type TaskPoll,
  type TaskRow,
} from '../../shared/mapping/contract.ts'
import type { Product } from '../../shared/mapping/product.ts'
import {
  countsOf,
  type InvalidProduct,
  type ListingPreview,
  type PlainProblem,
  type TaskResult,
} from '../../shared/mapping/result.ts'
import {
  isEnded,
  type PollOutcomeKind,
  pollOutcomeSchema,
  taskStateSchema,
  type Watch,
} from '../../shared/mapping/task.ts'
import type { Database, Migration, Row } from '../database/database.ts'
import type { PollAnswer, StartOutcome } from './client.ts'
import { taskAnswerSchema } from './wire.ts'

export const mappingMigrations: readonly Migration[] = [
  {
    version: 2,
    name: 'mapping tasks, products, polls and results',
    sql: `
      CREATE TABLE mapping_task (
        task_ref INTEGER PRIMARY KEY AUTOINCREMENT,
        task_id TEXT,
        origin TEXT NOT NULL,
        state TEXT NOT NULL,
        paused INTEGER NOT NULL,
        step INTEGER NOT NULL,
        watched_ms INTEGER NOT NULL,
        offline_streak INTEGER NOT NULL,
        next_poll_at_ms INTEGER,
        last_poll_at_ms INTEGER,
        created_at_ms INTEGER NOT NULL,
        call_began_at_ms INTEGER,
        ended_at_ms INTEGER,
        request_key TEXT,
        part INTEGER NOT NULL,
        parts INTEGER NOT NULL,
        parent_ref INTEGER REFERENCES mapping_task (task_ref),
        about TEXT,
        product_count INTEGER NOT NULL,
        requested_id TEXT,
        problem TEXT,
        missing_scope TEXT,
        preview_count INTEGER,
        invalid_count INTEGER,
        unmapped_count INTEGER,
        unprocessed_count INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX mapping_task_by_request ON mapping_task (request_key, part) WHERE request_key IS NOT NULL;
      CREATE INDEX mapping_task_by_id ON mapping_task (task_id) WHERE task_id IS NOT NULL;
      CREATE INDEX mapping_task_by_state ON mapping_task (state, paused, task_ref);
      CREATE INDEX mapping_task_by_parent ON mapping_task (parent_ref) WHERE parent_ref IS NOT NULL;
      CREATE TABLE mapping_start_body (
        task_ref INTEGER PRIMARY KEY REFERENCES mapping_task (task_ref),
        body TEXT NOT NULL
      ) STRICT;
      CREATE TABLE mapping_product (
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        position INTEGER NOT NULL,
        external_product_id TEXT NOT NULL,
        sku TEXT,
        title TEXT,
        images TEXT NOT NULL,
        aspects TEXT NOT NULL,
        PRIMARY KEY (task_ref, position)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE mapping_poll (
        poll_id INTEGER PRIMARY KEY,
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        at_ms INTEGER NOT NULL,
        settled_at_ms INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        text TEXT,
        repeats INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX mapping_poll_by_task ON mapping_poll (task_ref, poll_id);
      CREATE TABLE mapping_result (
        task_ref INTEGER PRIMARY KEY REFERENCES mapping_task (task_ref),
        raw TEXT NOT NULL,
        remarks TEXT NOT NULL,
        received_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE mapping_start_draft (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        draft TEXT NOT NULL
      ) STRICT;
      CREATE TABLE mapping_draft (
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        preview_index INTEGER NOT NULL,
        sku TEXT NOT NULL,
        made_at_ms INTEGER NOT NULL,
        PRIMARY KEY (task_ref, preview_index, sku)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 8,
    name: 'mapping results as lists, dots beside the task, and mended products',
    sql: `
      ALTER TABLE mapping_task ADD COLUMN dots TEXT NOT NULL DEFAULT '';
      UPDATE mapping_task SET dots = coalesce((
        SELECT group_concat(outcome, ' ' ORDER BY poll_id) FROM (
          SELECT poll_id, outcome FROM mapping_poll WHERE mapping_poll.task_ref = mapping_task.task_ref
          ORDER BY poll_id DESC LIMIT 14
        )
      ), '');
      CREATE INDEX mapping_task_by_end ON mapping_task (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
      ALTER TABLE mapping_result ADD COLUMN is_filed INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE mapping_entry (
        entry_id INTEGER PRIMARY KEY,
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        list TEXT NOT NULL,
        position INTEGER NOT NULL,
        external_product_id TEXT,
        sku TEXT,
        title TEXT,
        category_id TEXT,
        picture_url TEXT,
        aspect_count INTEGER NOT NULL,
        content TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX mapping_entry_by_place ON mapping_entry (task_ref, list, position);
      CREATE INDEX mapping_product_by_id ON mapping_product (task_ref, external_product_id);
      CREATE INDEX mapping_product_by_sku ON mapping_product (task_ref, sku) WHERE sku IS NOT NULL;
      CREATE TABLE mapping_mending (
        task_ref INTEGER NOT NULL REFERENCES mapping_task (task_ref),
        position INTEGER NOT NULL,
        form TEXT NOT NULL,
        PRIMARY KEY (task_ref, position)
      ) STRICT, WITHOUT ROWID;
    `,
  },
]

/** The newest polls that a row of the list shows as dots. */
const DOTS = 14
/** The newest polls that a task's page shows; a watch has some twenty-five. */
const POLLS_ON_PAGE = 300

export type NewStart = { readonly products: readonly Product[]; readonly body: string }

export type WatchedTask = { readonly taskId: string; readonly watch: Watch }

type TaskRecord = {
  task_ref: number
  task_id: string | null
  origin: string
  state: string
  paused: number
  step: number
  watched_ms: number
  offline_streak: number
  next_poll_at_ms: number | null
  last_poll_at_ms: number | null
  created_at_ms: number
  ended_at_ms: number | null
  request_key: string | null
  part: number
  parts: number
  parent_ref: number | null
  about: string | null
  product_count: number
  dots: string
  problem: string | null
  missing_scope: string | null
  preview_count: number | null
  invalid_count: number | null
  unmapped_count: number | null
  unprocessed_count: number | null
}

/** The dots of a task as its row keeps them: words parted by spaces, oldest first. */
const dotsOf = (dots: string): PollOutcomeKind[] =>
  dots === '' ? [] : dots.split(' ').map((dot) => pollOutcomeSchema.parse(dot))

type Entry = {
  readonly externalProductId: string | null
  readonly sku: string | null
  readonly title: string | null
  readonly categoryId: string | null
  readonly pictureUrl: string | null
  readonly aspectCount: number
  readonly content: unknown
}

/** One element of a list as its row: what the list shows in columns, the whole as JSON. */
const entriesOf = (result: TaskResult): Readonly<Record<ResultList, readonly Entry[]>> => {
  const none = { externalProductId: null, sku: null, title: null, categoryId: null, pictureUrl: null, aspectCount: 0 }
  return {
    listingPreviews: result.listingPreviews.map((preview) => ({
      ...none,
      sku: preview.sku,
      title: preview.title,
      categoryId: preview.categoryId,
      pictureUrl: preview.images[0] ?? null,
      aspectCount: preview.aspects.length,
      content: preview,
    })),
    invalidProducts: result.invalidProducts.map((product) => ({
      ...none,
      externalProductId: product.externalProductId,
      content: product,
    })),
    unmappedProducts: result.unmappedProducts.map((product) => ({ ...none, ...product, content: product })),
    unprocessedProducts: result.unprocessedProducts.map((product) => ({ ...none, ...product, content: product })),
  }
}

type ProductRecord = {
  external_product_id: string
  sku: string | null
  title: string | null
  images: string
  aspects: string
}

const sentProductOf = (record: ProductRecord): SentProduct => ({
  externalProductId: record.external_product_id,
  sku: record.sku,
  title: record.title,
  images: JSON.parse(record.images) as string[],
  aspects: JSON.parse(record.aspects) as { name: string; values: string[] }[],
})

export type ResultList = keyof TaskResult

export type MappingStore = ReturnType<typeof createMappingStore>

export const createMappingStore = (database: Database) => {
  const rowOf = (record: TaskRecord): TaskRow => ({
    taskRef: record.task_ref,
    taskId: record.task_id,
    origin: record.origin === 'added' ? 'added' : 'started',
    state: taskStateSchema.parse(record.state),
    paused: record.paused === 1,
    createdAtMs: record.created_at_ms,
    endedAtMs: record.ended_at_ms,
    lastPollAtMs: record.last_poll_at_ms,
    nextPollAtMs: record.next_poll_at_ms,
    about: record.about,
    productCount: record.product_count,
    part: record.part,
    parts: record.parts,
    parentRef: record.parent_ref,
    counts:
      record.preview_count === null
        ? null
        : {
            listingPreviews: record.preview_count,
            invalidProducts: record.invalid_count ?? 0,
            unmappedProducts: record.unmapped_count ?? 0,
            unprocessedProducts: record.unprocessed_count ?? 0,
          },
    dots: dotsOf(record.dots),
  })

  const watchOfRecord = (record: TaskRecord): Watch => ({
    state: taskStateSchema.parse(record.state),
    paused: record.paused === 1,
    step: record.step,
    watchedMs: record.watched_ms,
    offlineStreak: record.offline_streak,
    nextPollAtMs: record.next_poll_at_ms,
  })

  const recordOf = (taskRef: number): TaskRecord | undefined =>
    database.get<TaskRecord & Row>('SELECT * FROM mapping_task WHERE task_ref = ?', [taskRef])

  const saveWatch = (taskRef: number, watch: Watch): void => {
    database.run(
      `UPDATE mapping_task SET state = ?, paused = ?, step = ?, watched_ms = ?, offline_streak = ?, next_poll_at_ms = ?
       WHERE task_ref = ?`,
      [
        watch.state,
        watch.paused ? 1 : 0,
        watch.step,
        watch.watchedMs,
        watch.offlineStreak,
        watch.nextPollAtMs,
        taskRef,
      ],
    )
  }

  const addProducts = (taskRef: number, products: readonly Product[]): void => {
    for (const [position, product] of products.entries()) {
      database.run(
        `INSERT INTO mapping_product (task_ref, position, external_product_id, sku, title, images, aspects)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [
          taskRef,
          position,
          product.externalProductId,
          product.sku ?? null,
          product.title ?? null,
          JSON.stringify(product.images),
          JSON.stringify(product.aspects),
        ],
      )
    }
  }

  const aboutOf = ([first]: readonly Product[]): string | null =>
    first === undefined ? null : (first.title ?? '') === '' ? first.externalProductId : (first.title ?? null)

  const refsOfRequest = (requestKey: string): number[] =>
    database
      .all<{ task_ref: number }>('SELECT task_ref FROM mapping_task WHERE request_key = ? ORDER BY part', [requestKey])
      .map(({ task_ref }) => task_ref)

  const file = (taskRef: number, result: TaskResult): void => {
    for (const [list, entries] of Object.entries(entriesOf(result))) {
      for (const [position, entry] of entries.entries()) {
        database.run(
          `INSERT INTO mapping_entry (task_ref, list, position, external_product_id, sku, title, category_id, picture_url,
             aspect_count, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            taskRef,
            list,
            position,
            entry.externalProductId,
            entry.sku,
            entry.title,
            entry.categoryId,
            entry.pictureUrl,
            entry.aspectCount,
            JSON.stringify(entry.content),
          ],
        )
      }
    }
    database.run('UPDATE mapping_result SET is_filed = 1 WHERE task_ref = ?', [taskRef])
  }

  /** A result from before results were filed as lists is filed when it is first looked at. */
  const fileOld = (taskRef: number): void => {
    const old = database.get<{ raw: string }>('SELECT raw FROM mapping_result WHERE task_ref = ? AND is_filed = 0', [
      taskRef,
    ])
    if (old === undefined) return
    const { result } = taskAnswerSchema.parse(JSON.parse(old.raw))
    if (result !== null) database.transaction(() => file(taskRef, result))
  }

  const entries = <T>(taskRef: number, list: ResultList): T[] => {
    fileOld(taskRef)
    return database
      .all<{ content: string }>('SELECT content FROM mapping_entry WHERE task_ref = ? AND list = ? ORDER BY position', [
        taskRef,
        list,
      ])
      .map(({ content }) => JSON.parse(content) as T)
  }

  /** The products of a task that an id stands for: one, since ids stand once in a task. */
  const sentById = (taskRef: number): ReadonlyMap<string, SentProduct> =>
    new Map(productsSent(taskRef).map((product) => [product.externalProductId, product]))

  const productsSent = (taskRef: number): SentProduct[] =>
    database
      .all<ProductRecord>(
        `SELECT external_product_id, sku, title, images, aspects FROM mapping_product
         WHERE task_ref = ? ORDER BY position`,
        [taskRef],
      )
      .map(sentProductOf)

  const plainRows = (taskRef: number, list: 'unmappedProducts' | 'unprocessedProducts'): PlainRow[] => {
    const sent = sentById(taskRef)
    return entries<PlainProblem>(taskRef, list).map((product, index) => ({
      index,
      ...product,
      sent: sent.get(product.externalProductId ?? '') ?? null,
    }))
  }

  /** The task that all of a lineage goes back to: parents up to the first, and of its start the first part. */
  const rootOf = (record: TaskRecord): TaskRecord => {
    let root = record
    for (let steps = 0; root.parent_ref !== null && steps < 1_000; steps += 1) {
      const parent = recordOf(root.parent_ref)
      if (parent === undefined) break
      root = parent
    }
    return root
  }

  const lineageOf = (record: TaskRecord): Lineage | null => {
    const root = rootOf(record)
    const family = database.all<TaskRecord & Row>(
      `WITH RECURSIVE family (task_ref) AS (
         SELECT task_ref FROM mapping_task WHERE task_ref = ? OR (parts > 1 AND request_key = ?)
         UNION
         SELECT child.task_ref FROM mapping_task AS child JOIN family ON child.parent_ref = family.task_ref
       )
       SELECT task.* FROM mapping_task AS task JOIN family USING (task_ref) ORDER BY task_ref`,
      [root.task_ref, root.request_key],
    )
    if (family.length < 2) return null
    const refs = JSON.stringify(family.map(({ task_ref }) => task_ref))
    for (const { task_ref } of family) fileOld(task_ref)
    const counted = database.get<{ products: number; through: number }>(
      `SELECT count(DISTINCT product.external_product_id) AS products,
         count(DISTINCT iif(task.preview_count > 0 AND NOT EXISTS (
           SELECT 1 FROM mapping_entry AS entry WHERE entry.task_ref = product.task_ref
             AND entry.list <> 'listingPreviews' AND entry.external_product_id = product.external_product_id
         ), product.external_product_id, NULL)) AS through
       FROM mapping_product AS product JOIN mapping_task AS task USING (task_ref)
       WHERE product.task_ref IN (SELECT value FROM json_each(?))`,
      [refs],
    )
    // A problem without an id cannot be told from the rest: no more can have got through than there are previews.
    const previews = family.reduce((sum, { preview_count }) => sum + (preview_count ?? 0), 0)
    return {
      tasks: family.map((member) => ({
        taskRef: member.task_ref,
        parentRef: member.parent_ref,
        state: taskStateSchema.parse(member.state),
        part: member.part,
        parts: member.parts,
        productCount: member.product_count,
        counts: rowOf(member).counts,
      })),
      products: counted?.products ?? 0,
      gotThrough: Math.min(counted?.through ?? 0, previews),
    }
  }

  return {
    /**
     * Writes the tasks of one start, bodies and all, before anything is sent. Where the request key is known already, it
     * writes nothing and gives back what the key started.
     */
    addStarts: (
      starts: readonly NewStart[],
      options: { readonly requestKey: string; readonly parentRef: number | undefined; readonly nowMs: number },
    ): { readonly taskRefs: number[]; readonly known: boolean } =>
      database.transaction(() => {
        const known = refsOfRequest(options.requestKey)
        if (known.length > 0) return { taskRefs: known, known: true }
        const taskRefs = starts.map(({ products, body }, index) => {
          const { lastInsertRowid: taskRef } = database.run(
            `INSERT INTO mapping_task (origin, state, paused, step, watched_ms, offline_streak, created_at_ms,
               request_key, part, parts, parent_ref, about, product_count)
             VALUES ('started', 'starting', 0, 0, 0, 0, ?, ?, ?, ?, ?, ?, ?)`,
            [
              options.nowMs,
              options.requestKey,
              index + 1,
              starts.length,
              options.parentRef ?? null,
              aboutOf(products),
              products.length,
            ],
          )
          database.run('INSERT INTO mapping_start_body (task_ref, body) VALUES (?, ?)', [taskRef, body])
          addProducts(taskRef, products)
          return taskRef
        })
        return { taskRefs, known: false }
      }),

    /** A task that was started elsewhere; `known` where its id is in the list already. */
    addTaskId: (taskId: string, watch: Watch, nowMs: number): { readonly taskRef: number; readonly known: boolean } =>
      database.transaction(() => {
        const known = database.get<{ task_ref: number }>(
          'SELECT task_ref FROM mapping_task WHERE task_id = ? ORDER BY task_ref DESC LIMIT 1',
          [taskId],
        )
        if (known !== undefined) return { taskRef: known.task_ref, known: true }
        const { lastInsertRowid: taskRef } = database.run(
          `INSERT INTO mapping_task (task_id, origin, state, paused, step, watched_ms, offline_streak, created_at_ms, part,
             parts, product_count)
           VALUES (?, 'added', 'processing', 0, 0, 0, 0, ?, 1, 1, 0)`,
          [taskId, nowMs],
        )
        saveWatch(taskRef, watch)
        return { taskRef, known: false }
      }),

    /** The oldest start that was never sent. */
    nextToStart: (): { readonly taskRef: number; readonly body: string } | undefined => {
      const row = database.get<{ task_ref: number; body: string }>(
        `SELECT task.task_ref, start.body FROM mapping_task AS task
         JOIN mapping_start_body AS start ON start.task_ref = task.task_ref
         WHERE task.state = 'starting' AND task.call_began_at_ms IS NULL ORDER BY task.task_ref LIMIT 1`,
      )
      return row === undefined ? undefined : { taskRef: row.task_ref, body: row.body }
    },

    /** Durable before the first byte: from here on, an end that is not known is uncertain. */
    callBegins: (taskRef: number, nowMs: number): void => {
      database.run(
        'UPDATE mapping_task SET call_began_at_ms = ?, problem = NULL, missing_scope = NULL WHERE task_ref = ?',
        [nowMs, taskRef],
      )
    },

    /** Writes what became of a start; the id and its watch in one stroke, before any poll. */
    startSettled: (taskRef: number, outcome: StartOutcome, watch: Watch): void =>
      database.transaction(() => {
        if (outcome.kind === 'started') {
          database.run('UPDATE mapping_task SET task_id = ? WHERE task_ref = ?', [outcome.taskId, taskRef])
          saveWatch(taskRef, watch)
          return
        }
        database.run('UPDATE mapping_task SET state = ?, problem = ?, missing_scope = ? WHERE task_ref = ?', [
          outcome.kind === 'notStarted' ? 'notStarted' : 'startUncertain',
          outcome.message,
          outcome.kind === 'notStarted' ? outcome.scope : null,
          taskRef,
        ])
      }),

    /** Starts that were under way when the app ended: nobody knows what became of them. Gives back how many. */
    interruptedStartsBecomeUncertain: (problem: string): number =>
      database.run(
        `UPDATE mapping_task SET state = 'startUncertain', problem = ?
         WHERE state = 'starting' AND call_began_at_ms IS NOT NULL`,
        [problem],
      ).changes,

    /** Lets a start that was not taken be sent once more. False where it is in another state. */
    startAgain: (taskRef: number): boolean =>
      database.run(
        `UPDATE mapping_task SET state = 'starting', call_began_at_ms = NULL, problem = NULL, missing_scope = NULL
         WHERE task_ref = ? AND state = 'notStarted'`,
        [taskRef],
      ).changes === 1,

    /** What a poll needs; undefined for a number that is none, or a task without an id. */
    watchedTask: (taskRef: number): WatchedTask | undefined => {
      const record = recordOf(taskRef)
      return record === undefined || record.task_id === null
        ? undefined
        : { taskId: record.task_id, watch: watchOfRecord(record) }
    },

    saveWatch,

    /** The tasks that are watched: processing and not paused. */
    watchedRefs: (only: 'all' | 'offline' = 'all'): number[] =>
      database
        .all<{ task_ref: number }>(
          `SELECT task_ref FROM mapping_task
           WHERE state = 'processing' AND paused = 0 AND offline_streak >= ? ORDER BY task_ref`,
          [only === 'offline' ? 1 : 0],
        )
        .map(({ task_ref }) => task_ref),

    /** Tasks that the user paused. */
    pausedRefs: (): number[] =>
      database
        .all<{ task_ref: number }>(
          `SELECT task_ref FROM mapping_task WHERE state = 'processing' AND paused = 1 ORDER BY task_ref`,
        )
        .map(({ task_ref }) => task_ref),

    /** One poll with all it brought, in one stroke: the dot, the watch, and the result as it came. */
    settlePoll: (
      taskRef: number,
      poll: { readonly answer: PollAnswer; readonly watch: Watch; readonly atMs: number; readonly settledAtMs: number },
    ): void =>
      database.transaction(() => {
        const { answer, watch, atMs, settledAtMs } = poll
        const { outcome } = answer
        const text = 'message' in outcome ? outcome.message : null
        const last = database.get<{ poll_id: number; outcome: PollOutcomeKind }>(
          'SELECT poll_id, outcome FROM mapping_poll WHERE task_ref = ? ORDER BY poll_id DESC LIMIT 1',
          [taskRef],
        )
        // A night without a line would be a thousand rows that say the same.
        if (last?.outcome === 'offline' && outcome.kind === 'offline') {
          database.run('UPDATE mapping_poll SET settled_at_ms = ?, repeats = repeats + 1 WHERE poll_id = ?', [
            settledAtMs,
            last.poll_id,
          ])
        } else {
          database.run(
            'INSERT INTO mapping_poll (task_ref, at_ms, settled_at_ms, outcome, text, repeats) VALUES (?, ?, ?, ?, ?, 0)',
            [taskRef, atMs, settledAtMs, outcome.kind, text],
          )
        }
        saveWatch(taskRef, watch)
        const dots = last?.outcome === 'offline' && outcome.kind === 'offline' ? '' : outcome.kind
        if (dots !== '') {
          const before = database.get<{ dots: string }>('SELECT dots FROM mapping_task WHERE task_ref = ?', [taskRef])
          const newest = [...dotsOf(before?.dots ?? ''), outcome.kind].slice(-DOTS)
          database.run('UPDATE mapping_task SET dots = ? WHERE task_ref = ?', [newest.join(' '), taskRef])
        }
        database.run(
          `UPDATE mapping_task SET last_poll_at_ms = ?, problem = ?, missing_scope = ?,
             requested_id = coalesce(?, requested_id) WHERE task_ref = ?`,
          [settledAtMs, text, outcome.kind === 'accessDenied' ? outcome.scope : null, answer.requestedId, taskRef],
        )
        if (answer.result === null || !isEnded(watch.state)) return
        const { lists, raw, remarks } = answer.result
        const counts = countsOf(lists)
        database.run(
          `UPDATE mapping_task SET ended_at_ms = ?, preview_count = ?, invalid_count = ?, unmapped_count = ?,
             unprocessed_count = ? WHERE task_ref = ?`,
          [
            settledAtMs,
            counts.listingPreviews,
            counts.invalidProducts,
            counts.unmappedProducts,
            counts.unprocessedProducts,
            taskRef,
          ],
        )
        // The first ending is the ending: a later answer would be another one's.
        const { changes } = database.run(
          'INSERT INTO mapping_result (task_ref, raw, remarks, received_at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          [taskRef, raw, JSON.stringify(remarks), settledAtMs],
        )
        if (changes > 0) file(taskRef, lists)
      }),

    /** Tasks before `cursor`, newest first, and one more than `limit` where there is one. */
    page: (options: {
      readonly cursor: number | undefined
      readonly limit: number
      readonly state: string | undefined
    }): { readonly tasks: TaskRow[]; readonly nextCursor: number | null } => {
      const before = options.cursor ?? Number.MAX_SAFE_INTEGER
      const records =
        options.state === undefined
          ? database.all<TaskRecord & Row>(
              'SELECT * FROM mapping_task WHERE task_ref < ? ORDER BY task_ref DESC LIMIT ?',
              [before, options.limit + 1],
            )
          : database.all<TaskRecord & Row>(
              'SELECT * FROM mapping_task WHERE task_ref < ? AND state = ? ORDER BY task_ref DESC LIMIT ?',
              [before, options.state, options.limit + 1],
            )
      const tasks = records.slice(0, options.limit).map(rowOf)
      return { tasks, nextCursor: records.length > options.limit ? (tasks.at(-1)?.taskRef ?? null) : null }
    },

    totals: (): { readonly total: number; readonly watching: number; readonly paused: number } =>
      database.get<{ total: number; watching: number; paused: number }>(
        `SELECT count(*) AS total,
           count(*) FILTER (WHERE state = 'processing' AND paused = 0) AS watching,
           count(*) FILTER (WHERE state = 'processing' AND paused = 1) AS paused
         FROM mapping_task`,
      ) ?? { total: 0, watching: 0, paused: 0 },

    /** Ended tasks by how they ended and how long they took, newest first; and how many are in each state. */
    history: (limit: number) => ({
      points: database
        .all<{ task_ref: number; state: string; started_at_ms: number; ended_at_ms: number }>(
          `SELECT task_ref, state, coalesce(call_began_at_ms, created_at_ms) AS started_at_ms, ended_at_ms
           FROM mapping_task WHERE ended_at_ms IS NOT NULL ORDER BY ended_at_ms DESC LIMIT ?`,
          [limit],
        )
        .map((point) => ({
          taskRef: point.task_ref,
          state: taskStateSchema.parse(point.state),
          startedAtMs: point.started_at_ms,
          durationMs: Math.max(0, point.ended_at_ms - point.started_at_ms),
        })),
      states: database
        .all<{ state: string; count: number }>('SELECT state, count(*) AS count FROM mapping_task GROUP BY state')
        .map(({ state, count }) => ({ state: taskStateSchema.parse(state), count })),
    }),

    row: (taskRef: number): TaskRow | undefined => {
      const record = recordOf(taskRef)
      return record === undefined ? undefined : rowOf(record)
    },

    exists: (taskRef: number): boolean =>
      database.get('SELECT 1 FROM mapping_task WHERE task_ref = ?', [taskRef]) !== undefined,

    /** Everything that is known of one task but its lists, its body and its products. */
    details: (taskRef: number) => {
      const record = recordOf(taskRef)
      if (record === undefined) return undefined
      const polls: TaskPoll[] = database
        .all<{ at_ms: number; settled_at_ms: number; outcome: string; text: string | null; repeats: number }>(
          `SELECT at_ms, settled_at_ms, outcome, text, repeats FROM mapping_poll
           WHERE task_ref = ? ORDER BY poll_id DESC LIMIT ?`,
          [taskRef, POLLS_ON_PAGE],
        )
        .map((poll) => ({
          atMs: poll.at_ms,
          settledAtMs: poll.settled_at_ms,
          outcome: pollOutcomeSchema.parse(poll.outcome),
          text: poll.text,
          repeats: poll.repeats,
        }))
        .reverse()
      const remarks = database.get<{ remarks: string }>('SELECT remarks FROM mapping_result WHERE task_ref = ?', [
        taskRef,
      ])
      return {
        ...rowOf(record),
        problem: record.problem,
        missingScope: record.missing_scope,
        hasBody: record.origin === 'started',
        polls,
        remarks: remarks === undefined ? [] : (JSON.parse(remarks.remarks) as string[]),
        lineage: lineageOf(record),
        drafts: database
          .all<{ preview_index: number; sku: string; made_at_ms: number }>(
            'SELECT preview_index, sku, made_at_ms FROM mapping_draft WHERE task_ref = ? ORDER BY preview_index, sku',
            [taskRef],
          )
          .map((draft) => ({ previewIndex: draft.preview_index, sku: draft.sku, madeAtMs: draft.made_at_ms })),
      }
    },

    productsSent,

    requestBody: (taskRef: number): string | null =>
      database.get<{ body: string }>('SELECT body FROM mapping_start_body WHERE task_ref = ?', [taskRef])?.body ?? null,

    /** The rows of the previews' list, read from columns alone. */
    previews: (taskRef: number): PreviewRow[] => {
      fileOld(taskRef)
      return database
        .all<{
          position: number
          sku: string | null
          title: string | null
          category_id: string | null
          picture_url: string | null
          aspect_count: number
        }>(
          `SELECT position, sku, title, category_id, picture_url, aspect_count FROM mapping_entry
           WHERE task_ref = ? AND list = 'listingPreviews' ORDER BY position`,
          [taskRef],
        )
        .map((row) => ({
          index: row.position,
          title: row.title ?? '',
          sku: row.sku,
          categoryId: row.category_id,
          pictureUrl: row.picture_url,
          aspectCount: row.aspect_count,
        }))
    },

    invalidProducts: (taskRef: number): InvalidRow[] => {
      const sent = sentById(taskRef)
      const forms = new Map(
        database
          .all<{ position: number; form: string }>('SELECT position, form FROM mapping_mending WHERE task_ref = ?', [
            taskRef,
          ])
          .map(({ position, form }) => [position, JSON.parse(form) as ProductForm]),
      )
      return entries<InvalidProduct>(taskRef, 'invalidProducts').map((product, index) => ({
        index,
        ...product,
        sent: sent.get(product.externalProductId ?? '') ?? null,
        mended: forms.get(index) ?? null,
      }))
    },

    unmappedProducts: (taskRef: number): PlainRow[] => plainRows(taskRef, 'unmappedProducts'),
    unprocessedProducts: (taskRef: number): PlainRow[] => plainRows(taskRef, 'unprocessedProducts'),

    /** A list whole, as its elements were read. */
    entries,

    saveMending: (taskRef: number, position: number, form: ProductForm | null): void => {
      if (form === null) {
        database.run('DELETE FROM mapping_mending WHERE task_ref = ? AND position = ?', [taskRef, position])
        return
      }
      database.run(
        `INSERT INTO mapping_mending (task_ref, position, form) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET form = excluded.form`,
        [taskRef, position, JSON.stringify(form)],
      )
    },

    previewOf: (taskRef: number, index: number): ListingPreview | undefined => {
      fileOld(taskRef)
      const row = database.get<{ content: string }>(
        `SELECT content FROM mapping_entry WHERE task_ref = ? AND list = 'listingPreviews' AND position = ?`,
        [taskRef, index],
      )
      return row === undefined ? undefined : (JSON.parse(row.content) as ListingPreview)
    },

    /**
     * The product that a preview answers. Only the SKU links the two (document 1 section 2), so that a product without one,
     * or two with the same, cannot be told, unless there was only one.
     */
    sentForSku: (taskRef: number, sku: string | null): SentProduct | undefined => {
      const records = database.all<ProductRecord>(
        `SELECT external_product_id, sku, title, images, aspects FROM mapping_product
         WHERE task_ref = ?1 AND (sku = ?2 OR (SELECT product_count FROM mapping_task WHERE task_ref = ?1) = 1) LIMIT 2`,
        [taskRef, sku],
      )
      const [only] = records
      return only === undefined || records.length > 1 ? undefined : sentProductOf(only)
    },

    previewsWithSku: (taskRef: number, sku: string): { index: number; title: string }[] => {
      fileOld(taskRef)
      return database
        .all<{ position: number; title: string | null }>(
          `SELECT position, title FROM mapping_entry
           WHERE task_ref = ? AND list = 'listingPreviews' AND sku = ? ORDER BY position`,
          [taskRef, sku],
        )
        .map(({ position, title }) => ({ index: position, title: title ?? '' }))
    },

    startDraft: (): StartDraft | null => {
      const row = database.get<{ draft: string }>('SELECT draft FROM mapping_start_draft')
      return row === undefined ? null : startDraftSchema.parse(JSON.parse(row.draft))
    },

    saveStartDraft: (draft: StartDraft | null): void => {
      if (draft === null) database.run('DELETE FROM mapping_start_draft')
      else {
        database.run(
          'INSERT INTO mapping_start_draft (only_row, draft) VALUES (1, ?) ON CONFLICT DO UPDATE SET draft = excluded.draft',
          [JSON.stringify(draft)],
        )
      }
    },

    draftMade: (taskRef: number, previewIndex: number, sku: string, nowMs: number): void => {
      database.run(
        `INSERT INTO mapping_draft (task_ref, preview_index, sku, made_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET made_at_ms = excluded.made_at_ms`,
        [taskRef, previewIndex, sku, nowMs],
      )
    },
  }
}
