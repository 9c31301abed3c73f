/** A notification as a tree of its elements, the documented ones marked. SECURITY: its content is foreign and shown as text. */
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './event.module.css'

/** Deeper levels start collapsed. */
const OPEN_LEVELS = 3

type Mark = { readonly label: string; readonly path: string }
/** By the path below the event element. */
type TreeMarks = ReadonlyMap<string, Mark>

export const toTreeMarks = (paths: EventPage['paths']): TreeMarks =>
  new Map(paths.flatMap(({ path, label, values }) => values.map(({ at }) => [at, { label, path }] as const)))

const Attributes = ({ node }: { readonly node: EventNode }) =>
  node.attributes.map(({ name, value }) => (
    <span className={styles.attribute} key={name}>
      {name}={value}
    </span>
  ))

const Marked = ({ mark }: { readonly mark: Mark | undefined }) =>
  mark !== undefined && (
    <span className={styles.mark} title={mark.path}>
      <Badge tone="accent">{mark.label}</Badge>
    </span>
  )

type EventTreeProps = {
  readonly node: EventNode
  readonly marks: TreeMarks
  /** Its path below the event element. */
  readonly at?: string
  readonly level?: number
}

export const EventTree = ({ node, marks, at = '', level = 0 }: EventTreeProps) => {
  const mark = marks.get(at)
  return node.children.length === 0 ? (
    <div className={styles.leaf} data-marked={mark !== undefined || undefined}>
      <span className={styles.name}>{node.name}</span>
      <Attributes node={node} />
      <span className={styles.text}>{node.text}</span>
      <Marked mark={mark} />
    </div>
  ) : (
    <details
      className={styles.branch}
      open={level < OPEN_LEVELS || [...marks.keys()].some((key) => key.startsWith(`${at}/`))}
    >
      <summary data-marked={mark !== undefined || undefined}>
        <span className={styles.name}>{node.name}</span>
        <Attributes node={node} />
        <Marked mark={mark} />
      </summary>
      {node.children.map((child, index) => (
        <EventTree
          at={at === '' ? child.name : `${at}/${child.name}`}
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored message never changes, and its elements repeat names
          key={index}
          level={level + 1}
          marks={marks}
          node={child}
        />
      ))}
    </details>
  )
}
