/** The mapping service's GraphQL schemas. What both platforms share comes first. */
import { buildSchema } from 'graphql'

const shared = (id: 'ID' | 'String', answer: 'Output' | 'Response') => `
  type Query {
    listingPreviewsCreationTaskById(input: ListingPreviewsCreationTaskByIdInput!): ListingPreviewsCreationTaskById${answer}
  }
  type Mutation {
    startListingPreviewsCreation(input: StartListingPreviewsCreationInput!): StartListingPreviewsCreation${answer}
  }
  input ListingPreviewsCreationTaskByIdInput { id: ${id}! }
  input StartListingPreviewsCreationInput { externalProducts: [ExternalProductInput!]! }
  input AspectInput { name: String! values: [String!]! }
  type ListingPreviewsCreationTask {
    id: ${id}!
    "Null while the task is processing."
    result: ListingPreviewsCreationResult
  }
  type ListingPreviewsCreationResult {
    completionStatus: CompletionStatus!
    listingPreviews: [ListingPreview!]
    invalidProducts: [InvalidProduct!]
    unmappedProducts: [LeftProduct!]
    unprocessedProducts: [LeftProduct!]
  }
  enum CompletionStatus { COMPLETED COMPLETED_WITH_ERROR FAILED }
  type Category { id: ${id}! }
`

/** The mutation's input isn't documented; this one is the practice platform's own. */
export const neutralSchema = buildSchema(`${shared('ID', 'Output')}
  input ExternalProductInput {
    externalProductId: String
    title: String
    description: String
    images: [String!]
    aspects: [AspectInput!]
    sku: String
    upc: String
    ean: String
    categoryName: String
  }
  type StartListingPreviewsCreationOutput {
    "The id of the task, to poll with."
    taskId: ID!
    listingPreviewsCreationTask: ListingPreviewsCreationTask!
  }
  type ListingPreviewsCreationTaskByIdOutput {
    requestedId: ID!
    listingPreviewsCreationTask: ListingPreviewsCreationTask!
  }
  type ListingPreview {
    sku: String
    title: String
    description: String
    mappingReferenceId: String
    category: Category
    images: [Image!]
    aspects: [Aspect!]
  }
  type Image { value: String }
  type Aspect {
    localizedAspectName: String
    value: [AspectValue!]
    name: String
    values: [String!]
  }
  type AspectValue { localizedValue: String }
  type InvalidProduct { externalProductId: String errors: [ProductError!]! }
  type ProductError { message: String errorId: Int }
  type LeftProduct { externalProductId: String title: String }
`)

export const ebaySchema = buildSchema(`${shared('String', 'Response')}
  input ExternalProductInput {
    title: String
    images: [String!]
    aspects: [AspectInput!]
    externalProductIdentifierInput: ExternalProductIdentifierInput
    sku: String
    categoryName: String
  }
  input ExternalProductIdentifierInput { productId: String! productType: String! }
  type StartListingPreviewsCreationResponse {
    listingPreviewsCreationTask: ListingPreviewsCreationTask
    errors: [StartError!]
  }
  type StartError { errorDescription: String }
  type ListingPreviewsCreationTaskByIdResponse {
    requestedId: String!
    listingPreviewsCreationTask: ListingPreviewsCreationTask
  }
  type ListingPreview {
    sku: String
    title: String
    description: String
    mappingReferenceId: String
    category: Category
    images: [String!]
    aspects: [Aspect!]
    product: CatalogProduct
    clientProvidedProductDetails: LeftProduct
  }
  type Aspect { name: String aspectValues: [String!] }
  type CatalogProduct { epid: String }
  type ExternalProductIdentifier { productId: String productType: String }
  type InvalidProduct { clientProvidedProductDetails: LeftProduct description: String }
  type LeftProduct {
    externalProductIdentifier: ExternalProductIdentifier
    title: String
    images: [String!]
    category: String
    sku: String
  }
`)
