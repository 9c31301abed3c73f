/** What the catalog knows of an item: the state of the look-up, and what can be taken. */
import { Sparkles } from 'lucide-react'
import { useConnection } from '../../../api/use-connection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { formatCount } from '../../../ui/format/locale-format.ts'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import type { ItemSuggestion } from '../../mapping-parts.ts'
import type { OpenSuggestion } from './open-suggestions.ts'
import styles from './suggestions.module.css'

type SuggestionsProps = {
  readonly suggestion: ItemSuggestion
  /** What the item doesn't have yet. */
  readonly open: readonly OpenSuggestion[]
  readonly onUse: (used: readonly OpenSuggestion[]) => void
}

/** One line in each state, so that nothing below moves when the catalog answers. Nothing where there is nothing to look up. */
export const SuggestionBar = ({ suggestion, open, onUse }: SuggestionsProps) => {
  const { state, catalog, message, lookUp, isStarting } = suggestion
  const isPractice = useConnection()?.kind === 'practice'
  if (state === 'none' || (state === 'found' && open.length === 0)) {
    if (lookUp === undefined) return null
    return (
      <Row className={styles.bar}>
        <Button icon={Sparkles} isPending={isStarting} onPress={lookUp} size="s" variant="quiet">
          Suggest details
        </Button>
      </Row>
    )
  }
  const text = {
    looking: `Looking in ${catalog}. It usually takes a minute or two; you can keep working.`,
    nothing: `${catalog} has nothing like it.`,
    stopped: message ?? `The look-up in ${catalog} stopped.`,
    found: isPractice
      ? `${formatCount(open.length, 'suggestion')}. Practice makes these up.`
      : `${formatCount(open.length, 'suggestion')} from ${catalog}`,
  }[state]
  return (
    <Row aria-label="Suggestions from the catalog" className={styles.bar} gap={2} justify="between" role="group">
      <Row gap={2}>
        {state === 'looking' && <Spinner />}
        <Text role="status" size="meta" tone="soft">
          {text}
        </Text>
      </Row>
      {state === 'found' && (
        <Button onPress={() => onUse(open)} size="s">
          {open.length === 1 ? 'Use it' : `Use all ${open.length}`}
        </Button>
      )}
      {state !== 'found' && state !== 'looking' && lookUp !== undefined && (
        <Button isPending={isStarting} onPress={lookUp} size="s" variant="quiet">
          Look again
        </Button>
      )}
    </Row>
  )
}

/** Suggestions without a field of their own on the page, each taken by itself. */
export const UnplacedSuggestions = ({ open, onUse }: Omit<SuggestionsProps, 'suggestion'>) =>
  open.length > 0 && (
    <ul className={styles.list}>
      {open.map((one) => (
        <li className={styles.suggested} key={one.label}>
          <Text truncate>
            <Text tone="soft">{one.label}: </Text>
            <bdi>{one.text}</bdi>
          </Text>
          <Button aria-label={`Use ${one.label}: ${one.text}`} onPress={() => onUse([one])} size="s" variant="quiet">
            Use
          </Button>
        </li>
      ))}
    </ul>
  )
