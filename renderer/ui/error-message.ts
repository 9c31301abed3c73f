/** What went wrong in words: those of the error itself, which main has made for the user. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
