/** What an order earned, line by line: what came in, fees by name, what else it cost, and what isn't known (FIN-01, FIN-03). */
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { leftText, orderFacts, orderUnknowns } from './order-lines.ts'

/** Nothing for an order of which nothing is known. */
export const OrderEarned = ({ orderId }: { readonly orderId: string }) => {
  const platformName = usePlatformName()
  const query = useApiQuery('earnings', 'order', { orderId })
  if (query.data?.earned.length === 0) return null
  return (
    <Panel title="Earned">
      <QueryView label="What it earned" query={query} skeleton={{ shape: 'facts' }}>
        {({ earned }) =>
          earned.map((one) => (
            <Stack gap={2} key={one.beforeCost.currency}>
              <KeyValue
                facts={[
                  ...orderFacts(one),
                  {
                    label: 'Left for you',
                    value: (
                      <Text strong tabular>
                        {leftText(one)}
                      </Text>
                    ),
                  },
                ]}
              />
              {orderUnknowns(one, platformName).map((sentence) => (
                <Text as="p" key={sentence} size="meta" tone="soft">
                  {sentence}
                </Text>
              ))}
            </Stack>
          ))
        }
      </QueryView>
    </Panel>
  )
}
