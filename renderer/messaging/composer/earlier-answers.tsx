/**
 * Offers what the seller answered to earlier questions like the buyer's newest one (USE-07). An answer is inserted as text
 * to edit, never sent.
 */
import { BookmarkPlus } from 'lucide-react'
import type { EarlierAnswer } from '../../../shared/messaging/earlier-answer.ts'
import { guessLanguage } from '../../../shared/messaging/guess-language.ts'
import { useAction, useApiQuery, useClient } from '../../api/hooks.ts'
import { type CommandId, commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import styles from './earlier-answers.module.css'

const commands: readonly CommandId[] = ['inbox.earlierAnswer1', 'inbox.earlierAnswer2', 'inbox.earlierAnswer3']
const MAX_NAME_LENGTH = 60

type EarlierAnswersProps = {
  readonly conversationId: string
  readonly onInsert: (text: string) => void
}

/** The start of the question, cut at a word. */
export const nameReply = (question: string): string => {
  const line = question.replace(/\s+/gu, ' ').trim()
  if (line.length <= MAX_NAME_LENGTH) return line
  const cut = line.slice(0, MAX_NAME_LENGTH)
  const blank = cut.lastIndexOf(' ')
  return `${cut.slice(0, blank > 0 ? blank : MAX_NAME_LENGTH - 1)}…`
}

const gapLabels: Readonly<Record<string, string>> = {
  buyer: 'name',
  order: 'order number',
  tracking: 'tracking number',
}

/** A text with its gaps as boxes: what belonged to another buyer is to be filled in (SEC-18). */
const WithGaps = ({ text }: { readonly text: string }) =>
  // Every second part is a gap's name.
  text.split(/\{\{([^{}]*)\}\}/u).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have only their places
      <span className={styles.gap} key={index}>
        {gapLabels[part] ?? part}
      </span>
    ),
  )

const EarlierAnswerRow = ({
  answer,
  command,
  onInsert,
}: {
  readonly answer: EarlierAnswer
  readonly command: CommandId
  readonly onInsert: (text: string) => void
}) => {
  const client = useClient()
  const { keys } = commandInfo(command)
  const insert = (): void => onInsert(answer.answer)
  useCommand(command, insert)
  const saving = useAction(async () => {
    const name = nameReply(answer.questionText)
    await client.messaging.saveReply({ id: null, name, text: answer.answer, language: guessLanguage(answer.answer) })
    return name
  })
  return (
    <li className={styles.entry}>
      <button className={styles.answer} onClick={insert} title={answer.answer} type="button">
        <span className={styles.question}>
          {answer.isSameItem && <span className={styles.item}>This listing</span>}
          <bdi>
            <WithGaps text={answer.questionText} />
          </bdi>
        </span>
        <bdi className={styles.text}>
          <WithGaps text={answer.answer} />
        </bdi>
      </button>
      {keys !== undefined && <Kbd keys={keys} />}
      <IconButton
        icon={BookmarkPlus}
        isPending={saving.isPending}
        label="Save as reply"
        onPress={() =>
          saving.mutate(undefined, {
            onSuccess: (name) => toast({ text: `Saved as a reply: ${name}` }),
            onError: toastFailure,
          })
        }
        size="s"
      />
    </li>
  )
}

export const EarlierAnswers = ({ conversationId, onInsert }: EarlierAnswersProps) => {
  const answers = useApiQuery('messaging', 'earlierAnswers', { conversationId }).data?.answers ?? []
  if (answers.length === 0) return null
  return (
    <section aria-label="Your earlier answers" className={styles.answers}>
      <Text as="h3" size="meta" tone="faint">
        You answered before
      </Text>
      <ul>
        {answers.map((answer, index) => {
          const command = commands[index]
          return command === undefined ? null : (
            <EarlierAnswerRow answer={answer} command={command} key={command} onInsert={onInsert} />
          )
        })}
      </ul>
    </section>
  )
}
