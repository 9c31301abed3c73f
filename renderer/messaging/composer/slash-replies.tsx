/** Saved replies during writing: `/` at the start of a word lists them, typing filters them, Enter inserts one. */
import { type KeyboardEvent, useId, useState } from 'react'
import type { SavedReply } from '../../../shared/messaging/saved-reply.ts'
import type { TextSuggestions } from '../../ui/fields/text-area.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { filterReplies, findSlash, type Slash } from '../saved-replies/reply-choice.ts'
import styles from './composer.module.css'

/** The list doesn't scroll. Typing more finds the others. */
const MAX_SHOWN = 8

type SlashReplies = {
  /** Call with each change of the text. */
  readonly onType: (text: string, caret: number) => void
  readonly onLeave: () => void
  readonly suggestions: TextSuggestions
  readonly list: SlashListProps | null
}

/** `onChoose` replaces the slash and what follows it. */
export const useSlashReplies = (
  replies: readonly SavedReply[],
  onChoose: (reply: SavedReply, slash: Slash) => void,
): SlashReplies => {
  const listId = useId()
  const [slash, setSlash] = useState<Slash | null>(null)
  const [index, setIndex] = useState(0)
  /** The position of the slash whose list Escape closed. */
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const found = slash === null || slash.start === leftAt ? [] : filterReplies(replies, slash.typed).slice(0, MAX_SHOWN)
  const active = found[Math.min(index, found.length - 1)]
  const optionId = (reply: SavedReply): string => `${listId}-${reply.id}`
  const choose = (reply: SavedReply): void => {
    setSlash(null)
    if (slash !== null) onChoose(reply, slash)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (active === undefined || slash === null || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = found.indexOf(active)
    if (event.key === 'ArrowDown') setIndex((at + 1) % found.length)
    else if (event.key === 'ArrowUp') setIndex((at + found.length - 1) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(active)
    else if (event.key === 'Escape') setLeftAt(slash.start)
    else {
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) setSlash(null)
      return
    }
    event.preventDefault()
  }
  return {
    onType: (text, caret) => {
      const next = findSlash(text, caret)
      if (next === null || next.start !== slash?.start) setLeftAt(null)
      if (next?.typed !== slash?.typed) setIndex(0)
      setSlash(next)
    },
    onLeave: () => setSlash(null),
    suggestions: { listId, activeId: active === undefined ? undefined : optionId(active), onKeyDown },
    list: active === undefined ? null : { id: listId, found, active, optionId, onChoose: choose },
  }
}

type SlashListProps = {
  readonly id: string
  readonly found: readonly SavedReply[]
  readonly active: SavedReply
  readonly optionId: (reply: SavedReply) => string
  readonly onChoose: (reply: SavedReply) => void
  /** Takes room above the text, where what is over it would be cut off. */
  readonly isInFlow?: boolean
}

/** The list above the text area, which keeps the focus. */
export const SlashList = ({ id, found, active, optionId, onChoose, isInFlow = false }: SlashListProps) => (
  <div
    aria-label="Saved replies"
    className={styles.replies}
    data-in-flow={isInFlow || undefined}
    id={id}
    role="listbox"
  >
    {found.map((reply) => (
      // biome-ignore lint/a11y/useFocusableInteractive: the text area keeps the focus and names the active option
      <div
        aria-selected={reply.id === active.id}
        className={styles.reply}
        id={optionId(reply)}
        key={reply.id}
        onPointerDown={(event) => {
          event.preventDefault()
          onChoose(reply)
        }}
        role="option"
      >
        <Text strong truncate>
          {reply.name}
        </Text>
        <Text size="meta" tone="soft" truncate>
          {reply.text}
        </Text>
      </div>
    ))}
  </div>
)
