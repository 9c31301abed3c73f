/** Fields that both the seller and the platform changed: the seller decides for each. Sends nothing. */
import type { JsonValue } from '../../../shared/inventory/json.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { MarkedValue } from './change-table.tsx'
import styles from './conflict-list.module.css'

type Side = 'mine' | 'platform'

/** A value as a seller reads it, marked where it differs from the other; undefined is none. */
type ShownVersion = { readonly value: JsonValue | undefined; readonly other: JsonValue | undefined }

export type Conflict<Key> = {
  readonly key: Key
  readonly label: string
  /** The text before the seller's edit, if that is known; null: nothing. */
  readonly before?: string | null
  readonly platform: ShownVersion
  readonly mine: ShownVersion
}

type ConflictListProps<Key> = {
  readonly conflicts: readonly Conflict<Key>[]
  readonly isPending: boolean
  readonly onDecide: (keys: readonly Key[], side: Side) => void
}

export const ConflictList = <Key,>({ conflicts, isPending, onDecide }: ConflictListProps<Key>) => {
  const { the, The } = usePlatformName()
  const all = conflicts.map(({ key }) => key)
  const count = formatNumber(all.length)
  const sideButton = (keys: readonly Key[], side: Side, label: string) => (
    <Button isDisabled={isPending} onPress={() => onDecide(keys, side)} size="s">
      {label}
    </Button>
  )
  if (all.length === 0) return null
  return (
    <>
      <Banner title={`${The} changed fields you edited`} tone="danger">
        Choose for each field. Nothing is sent until you save.
      </Banner>
      {all.length > 1 && (
        <Row justify="end">
          {sideButton(all, 'platform', `Use all ${count} of ${the}’s`)}
          {sideButton(all, 'mine', `Keep all ${count} of mine`)}
        </Row>
      )}
      {conflicts.map(({ key, label, before, platform, mine }) => (
        <Stack className={styles.conflict} key={JSON.stringify(key)}>
          <Text as="h3" strong>
            {label}
          </Text>
          <dl className={styles.sides}>
            {before !== undefined && (
              <Version label="Before your edit" other={before ?? undefined} side="old" value={before ?? undefined} />
            )}
            <Version {...platform} label={`On ${the} now`} side="new" />
            <Version {...mine} label="Yours" side="new" />
          </dl>
          <Row justify="end">
            {sideButton([key], 'platform', `Use ${the}’s`)}
            {sideButton([key], 'mine', 'Keep mine')}
          </Row>
        </Stack>
      ))}
    </>
  )
}

type VersionProps = ShownVersion & { readonly label: string; readonly side: 'old' | 'new' }

const Version = ({ label, ...shown }: VersionProps) => (
  <div>
    <Text as="dt" size="meta" tone="faint">
      {label}
    </Text>
    <dd className={styles.value}>
      <MarkedValue {...shown} />
    </dd>
  </div>
)
