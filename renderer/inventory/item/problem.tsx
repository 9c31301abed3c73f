/** Why a part of a field is wrong. */
import { Text } from '../../ui/layout/layout.tsx'

export const Problem = ({ text }: { readonly text: string }) => (
  <Text as="p" size="meta" tone="danger">
    {text}
  </Text>
)
