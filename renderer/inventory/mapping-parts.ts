/** The part of the items screen that comes from mapping. The shell provides it: a feature never imports another. */
export type MappingParts = {
  /** Asks the catalog for the details of the chosen items: opens the prepared request, which sends nothing yet. */
  readonly useSuggestDetails: (readSkus: (limit: number) => Promise<readonly string[]>) => {
    readonly isPending: boolean
    readonly start: () => void
  }
}
