// Why a part of a field is wrong.
import { Text } from '../../ui/layout/layout.tsx'

export function Problem({ text }: { readonly text: string }) {
  return (
    <Text as="p" size="meta" tone="danger">
      {text}
    </Text>
  )
}
