/** Conflicts: fields that both the seller and the platform changed. */
import type { ReactNode, Ref } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import { valueText } from '../../../shared/inventory/item.ts'
import type { JsonPath, JsonValue } from '../../../shared/inventory/json.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { named } from '../../api/platform-words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { pathLabel, shownValues } from '../item-labels.ts'
import { MarkedValue } from '../save/change-table.tsx'
import styles from './conflicts.module.css'

export type ConflictsProps = {
  readonly item: Item
  /** Stores the latest changes. */
  readonly keep: () => Promise<void>
  readonly sectionRef: Ref<HTMLElement>
}

type Side = 'mine' | 'platform'

/** Sends nothing. */
export const Conflicts = ({ item, keep, sectionRef }: ConflictsProps) => {
  const client = useClient()
  const { sku, conflicts, isGone } = item
  const decide = useAction(
    async ({
      fields,
      side,
      createAgain = false,
    }: {
      fields: readonly JsonPath[]
      side: Side
      createAgain?: boolean
    }) => {
      await keep()
      await client.inventory.resolveConflicts({
        sku,
        choices: fields.map((path) => ({ path: [...path], keep: side })),
        createAgain,
      })
    },
  )
  const sideButton = (fields: readonly JsonPath[], side: Side, label: string) => (
    <Button isDisabled={decide.isPending} onPress={() => decide.mutate({ fields, side })} size="s">
      {label}
    </Button>
  )
  const all = conflicts.map(({ path }) => path)
  const count = formatNumber(all.length)

  if (!isGone && all.length === 0) return null
  return (
    <section aria-label="Conflicts" ref={sectionRef}>
      <Stack gap={3}>
        {isGone ? (
          <Banner
            action={{
              label: 'Create it again',
              onPress: () => decide.mutate({ fields: [], side: 'mine', createAgain: true }),
              isPending: decide.isPending,
            }}
            title={named`The platform no longer has this item`}
            tone="danger"
          >
            Creating it again restores everything last read, with your edit. Nothing is sent until you save.
          </Banner>
        ) : (
          <Banner title={named`The platform changed fields you edited`} tone="danger">
            Choose for each field. Nothing is sent until you save.
          </Banner>
        )}
        {!isGone && all.length > 1 && (
          <Row justify="end">
            {sideButton(all, 'platform', named`Use all ${count} of the platform’s`)}
            {sideButton(all, 'mine', `Keep all ${count} of mine`)}
          </Row>
        )}
        {!isGone &&
          conflicts.map(({ path, was, remote, wanted }) => (
            <Stack className={styles.conflict} key={JSON.stringify(path)}>
              <Text as="h3" strong>
                {pathLabel(path)}
              </Text>
              <dl className={styles.sides}>
                <Version label="Before your edit">
                  {was === undefined ? <Text tone="faint">Nothing</Text> : valueText(path, was)}
                </Version>
                <Version label={named`On the platform now`}>
                  <ShownVersion path={path} value={remote} was={was} />
                </Version>
                <Version label="Yours">
                  <ShownVersion path={path} value={wanted} was={was} />
                </Version>
              </dl>
              <Row justify="end">
                {sideButton([path], 'platform', named`Use the platform’s`)}
                {sideButton([path], 'mine', 'Keep mine')}
              </Row>
            </Stack>
          ))}
        <MutationError of={decide} />
      </Stack>
    </section>
  )
}

type ShownVersionProps = {
  readonly path: JsonPath
  readonly value: JsonValue | undefined
  readonly was: JsonValue | undefined
}

const ShownVersion = ({ path, value, was }: ShownVersionProps) => {
  const [before, after] = shownValues(path, was, value)
  return <MarkedValue other={before} side="new" value={after} />
}

const Version = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <Text as="dt" size="meta" tone="faint">
      {label}
    </Text>
    <dd className={styles.value}>{children}</dd>
  </div>
)
