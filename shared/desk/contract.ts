/** The desk's part of the contract: what the window remembers, and what the app has to say about itself. */
import * as z from 'zod'
import { command, event, query, type RoomContract } from '../ipc/define.ts'

const nothing = z.strictObject({})

/** Something the user should know about the app's own state; `act` is what can be done about it. */
export const noticeSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'caution', 'danger']),
  text: z.string(),
  act: z.enum(['restoreBackup']).nullable(),
})
export type Notice = z.infer<typeof noticeSchema>

/** `appearance.theme`, `messaging.listWidth`: dotted words. */
const viewKeySchema = z.string().regex(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z0-9]*){1,4}$/)
/** A size, a choice, a filter: small, never what a user typed into a draft. */
const viewValueSchema = z.union([
  z.string().max(400),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(200)).max(100),
])
export type ViewValue = z.infer<typeof viewValueSchema>

export const deskContract = {
  status: query({
    input: nothing,
    output: z.object({
      version: z.string(),
      host: z.enum(['electron', 'local']),
      dataDir: z.string(),
      notices: z.array(noticeSchema),
    }),
  }),
  /** Everything the window remembers: pane sizes, filters, the last place, the theme. */
  view: query({ input: nothing, output: z.object({ values: z.record(viewKeySchema, viewValueSchema) }) }),
  saveView: command({ input: z.strictObject({ key: viewKeySchema, value: viewValueSchema }), output: z.null() }),
  dismissNotice: command({ input: z.strictObject({ id: z.string().max(100) }), output: z.null() }),
  /** Puts the newest good backup in place of the present database, which is set aside first. */
  restoreBackup: command({ input: nothing, output: z.null() }),
  noticesChanged: event(nothing),
} as const satisfies RoomContract
