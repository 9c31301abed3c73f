/** A notification as named nodes with text, attributes and children, whether it came as SOAP or as JSON. */
import * as z from 'zod'

export type EventNode = {
  /** The local name. An array of JSON is one node per entry. */
  readonly name: string
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** Trimmed; empty if only layout separates children. */
  readonly text: string
  readonly children: readonly EventNode[]
}

export const eventNodeSchema: z.ZodType<EventNode> = z.lazy(() =>
  z.object({
    name: z.string(),
    attributes: z.array(z.object({ name: z.string(), value: z.string() })),
    text: z.string(),
    children: z.array(eventNodeSchema),
  }),
)

export const leaf = (name: string, text: string): EventNode => ({ name, attributes: [], text, children: [] })
