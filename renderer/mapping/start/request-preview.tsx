/** Exactly what a start would send (MAP-15). */
import type { Product } from '../../../shared/mapping/product.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'

export const RequestPreview = ({ products }: { readonly products: readonly Product[] }) => {
  const query = useApiQuery(
    'mapping',
    'startPlan',
    { products: [...products] },
    { enabled: products.length > 0, keepPrevious: true },
  )
  if (products.length === 0) return <Text tone="faint">Add a product to see the request.</Text>
  return (
    <QueryView
      query={query}
      label="Request"
      skeleton={{ shape: 'lines', count: 4 }}
      whatToDo="Correct the products. Nothing was sent."
    >
      {({ parts, productsPerTask, url, document }) => (
        <Stack gap={3}>
          <Text as="p" tone="faint">
            {parts.length === 1
              ? 'One request to '
              : `${formatCount(parts.length, 'request')}, with up to ${formatCount(productsPerTask, 'product')} each, to `}
            <Text mono>{url}</Text>
          </Text>
          {parts.map(({ productCount, variables }, index) => (
            <CodeBlock
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
              key={index}
              label={
                parts.length === 1
                  ? 'Variables'
                  : `Variables of task ${index + 1}, ${formatCount(productCount, 'product')}`
              }
              text={variables}
              maxHeight={280}
            />
          ))}
          <CodeBlock label="Document" text={document} maxHeight={160} />
        </Stack>
      )}
    </QueryView>
  )
}
