/** The message with an answer to an offer: the seller's saved replies help to write it, as in the composer. */
import { MessageSquareText } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { guessLanguage } from '../../../shared/messaging/guess-language.ts'
import { codePointCount } from '../../../shared/messaging/message-text.ts'
import { resolveText, type SavedReply } from '../../../shared/messaging/saved-reply.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useConnection } from '../../api/use-connection.ts'
import { commandInfo } from '../../commands/commands.ts'
import { useCommandChoices } from '../../commands/registry.ts'
import { renderNow } from '../../ui/base/render-now.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { planInsertion } from '../composer/plan-insertion.ts'
import { SlashList, useSlashReplies } from '../composer/slash-replies.tsx'
import type { OfferMessageProps } from '../offers-parts.ts'
import { type Slash, sortReplies } from '../saved-replies/reply-choice.ts'
import { openSavedReplies } from '../saved-replies/saved-replies-dialog.tsx'
import styles from './offer-message.module.css'

export const OfferMessage = ({ buyer, title, buyerText, limit, autoFocus, message, onChange }: OfferMessageProps) => {
  const connection = useConnection()
  const saved = useApiQuery('messaging', 'savedReplies', {}).data?.replies
  const textRef = useRef<HTMLTextAreaElement>(null)
  const values = useMemo(() => ({ buyer, item: title }), [buyer, title])
  const language = guessLanguage(buyerText) ?? connection?.contentLanguage.slice(0, 2) ?? 'en'
  const replies = useMemo(
    () => sortReplies(saved ?? [], language).map((reply) => ({ ...reply, text: resolveText(reply.text, values).text })),
    [saved, language, values],
  )
  const { typed } = message

  const change = (next: string): void => {
    const { text, unresolved } = resolveText(next, values)
    const [gap] = unresolved
    const problem =
      gap !== undefined
        ? `${gap.placeholder} has no value here. Replace it before sending.`
        : codePointCount(text.trim()) > limit
          ? 'The message is too long'
          : undefined
    onChange({ typed: next, text: text.trim(), problem })
  }
  const insert = ({ text }: SavedReply, slash?: Slash): void => {
    const area = textRef.current
    const isPlaced = slash !== undefined || document.activeElement === area
    const planned = planInsertion(typed, text, isPlaced ? area : null, slash)
    const place = (): void => {
      area?.focus()
      area?.setSelectionRange(...planned.selection)
    }
    // The next key may follow at once, so the text and the cursor must be in place first.
    renderNow(() => change(planned.text))
    if (slash !== undefined) place()
    // The menu first returns the focus to its button.
    else setTimeout(place, 0)
  }
  const slashed = useSlashReplies(replies, insert)
  useCommandChoices('inbox.insertReply', () =>
    replies.map((reply) => ({ id: reply.id, label: `Insert ${reply.name}`, run: () => insert(reply) })),
  )

  return (
    <div className={styles.message}>
      {slashed.list !== null && <SlashList {...slashed.list} isInFlow />}
      <Row align="end" gap={1}>
        <div className={styles.field}>
          <TextArea
            autoFocus={autoFocus}
            error={message.problem}
            label="Message, if you like"
            limit={limit}
            maxRows={5}
            minRows={1}
            onBlur={slashed.onLeave}
            onChange={(text) => {
              change(text)
              slashed.onType(text, textRef.current?.selectionStart ?? text.length)
            }}
            placeholder={replies.length > 0 ? '/ for a saved reply' : undefined}
            suggestions={slashed.suggestions}
            textAreaRef={textRef}
            used={codePointCount(message.text)}
            value={typed}
          />
        </div>
        <Menu
          actions={[
            ...replies.map((reply) => ({
              id: reply.id,
              label: reply.name,
              description: reply.text.replace(/\s+/g, ' ').slice(0, 60),
              onPress: () => insert(reply),
            })),
            ...(replies.length > 0 ? (['separator'] as const) : []),
            { id: 'manage', label: commandInfo('inbox.manageReplies').label, onPress: () => openSavedReplies(null) },
          ]}
          label="Saved replies"
          placement="top end"
          trigger={<IconButton icon={MessageSquareText} label="Saved replies" />}
        />
      </Row>
    </div>
  )
}
