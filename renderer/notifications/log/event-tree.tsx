/** A notification as a tree of its elements. SECURITY: its content is foreign and shown as text. */
import type { EventNode } from '../../../shared/notifications/tree.ts'
import styles from './event.module.css'

/** Deeper levels start collapsed. */
const OPEN_LEVELS = 3

const Attributes = ({ node }: { readonly node: EventNode }) =>
  node.attributes.map(({ name, value }) => (
    <span className={styles.attribute} key={name}>
      {name}={value}
    </span>
  ))

export const EventTree = ({ node, level = 0 }: { readonly node: EventNode; readonly level?: number }) =>
  node.children.length === 0 ? (
    <div className={styles.leaf}>
      <span className={styles.name}>{node.name}</span>
      <Attributes node={node} />
      <span className={styles.text}>{node.text}</span>
    </div>
  ) : (
    <details className={styles.branch} open={level < OPEN_LEVELS}>
      <summary>
        <span className={styles.name}>{node.name}</span>
        <Attributes node={node} />
      </summary>
      {node.children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stored message never changes, and its elements repeat names
        <EventTree key={index} level={level + 1} node={child} />
      ))}
    </details>
  )
