/** What the catalog knows of an item: the state of the look-up, and what can be taken. */
import { Sparkles } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatCount } from '../../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import type { ItemSuggestion } from '../../mapping-parts.ts'
import type { OpenSuggestion } from './open-suggestions.ts'
import styles from './suggestions.module.css'

type SuggestionBarProps = {
  readonly suggestion: ItemSuggestion
  /** What the item doesn't have yet. */
  readonly open: readonly OpenSuggestion[]
  /** Those without a field of their own on the page. */
  readonly unplaced: readonly OpenSuggestion[]
  readonly onUse: (used: readonly OpenSuggestion[]) => void
}

/** Nothing once all is taken, or where there is nothing to look up. */
export const SuggestionBar = ({ suggestion, open, unplaced, onUse }: SuggestionBarProps) => {
  const { state, catalog, message, lookUp, isStarting } = suggestion
  if (state === 'none' || (state === 'found' && open.length === 0)) {
    if (lookUp === undefined) return null
    return (
      <span>
        <Button icon={Sparkles} isPending={isStarting} onPress={lookUp} size="s" variant="quiet">
          Suggest details
        </Button>
      </span>
    )
  }
  if (state !== 'found') {
    const text = {
      looking: `Looking in ${catalog}. You can keep working.`,
      nothing: `${catalog} has nothing like it.`,
      stopped: message ?? `The look-up in ${catalog} stopped.`,
    }[state]
    return (
      <Row gap={2} justify="between" wrap>
        <Text role="status" size="meta" tone="soft">
          {text}
        </Text>
        {state !== 'looking' && lookUp !== undefined && (
          <Button isPending={isStarting} onPress={lookUp} size="s" variant="quiet">
            Look again
          </Button>
        )}
      </Row>
    )
  }
  return (
    <Stack gap={2}>
      <Row gap={2} justify="between" wrap>
        <Text role="status" size="meta" tone="soft">
          {`${formatCount(open.length, 'suggestion')} from ${catalog}`}
        </Text>
        <Button onPress={() => onUse(open)} size="s">
          {open.length === 1 ? 'Use it' : `Use all ${open.length}`}
        </Button>
      </Row>
      {unplaced.length > 0 && (
        <ul className={styles.list}>
          {unplaced.map((one) => (
            <li className={styles.suggested} key={one.label}>
              <Text truncate>
                <Text tone="soft">{one.label}: </Text>
                <bdi>{one.text}</bdi>
              </Text>
              <Button
                aria-label={`Use ${one.label}: ${one.text}`}
                onPress={() => onUse([one])}
                size="s"
                variant="quiet"
              >
                Use
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
