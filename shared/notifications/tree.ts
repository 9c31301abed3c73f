/**
 * One form for what a notification says, whether it came as SOAP or as JSON: named nodes with text, attributes and children.
 *
 * Names are local names (a SOAP prefix says nothing), in the order of the message. An array of JSON is one node an entry.
 */
import * as z from 'zod'

export type EventNode = {
  readonly name: string
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  /** The text of a leaf, trimmed; empty where there are children and nothing but layout between them. */
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
