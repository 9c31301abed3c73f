/** What a notification says, as a tree of its elements. Everything in it is a stranger's and shown as text. */
import type { EventNode } from '../../shared/notifications/tree.ts'
import styles from './notifications.module.css'

/** Deeper levels begin folded; a message of a platform is rarely deeper. */
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
      <span className={styles.nodeName}>{node.name}</span>
      <Attributes node={node} />
      <span className={styles.nodeText}>{node.text}</span>
    </div>
  ) : (
    <details className={styles.branch} open={level < OPEN_LEVELS}>
      <summary>
        <span className={styles.nodeName}>{node.name}</span>
        <Attributes node={node} />
      </summary>
      {node.children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a kept message never changes, and its elements repeat names
        <EventTree key={index} level={level + 1} node={child} />
      ))}
    </details>
  )
