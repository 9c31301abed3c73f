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
  type Category { id: ID! }
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

/** As the published schema says: https://developer.ebay.com/api-docs/sell/inventory-mapping/overview.html */
export const ebaySchema = buildSchema(`${shared('ID', 'Output')}
  input ExternalProductInput {
    title: String
    images: [String!]
    aspects: [AspectInput!]
    externalProductIdentifierInput: ExternalProductIdentifierInput
    sku: String
    categoryName: String
  }
  enum ProductType { EAN ISBN MPN UPC }
  input ExternalProductIdentifierInput { productId: String! productType: ProductType! }
  type Category { categoryId: ID! name: String! level: Int! leafCategory: Boolean! id: ID! @deprecated }
  type StartListingPreviewsCreationOutput {
    listingPreviewsCreationTask: ListingPreviewsCreationTask
    errors: [StartError!]
  }
  type StartError { errorDescription: String! }
  type ListingPreviewsCreationTaskByIdOutput {
    requestedId: ID!
    listingPreviewsCreationTask: ListingPreviewsCreationTask
  }
  type ListingPreview {
    sku: String
    title: String
    description: String
    mappingReferenceId: String!
    category: Category
    images: [String!]
    aspects: [Aspect!]
    product: CatalogProduct
    clientProvidedProductDetails: LeftProduct!
  }
  type Aspect { name: String! values: [AspectValue!]! aspectValues: [String!]! @deprecated }
  enum Confidence { HINT PREFILL }
  type AspectValue { value: String confidence: Confidence }
  type CatalogProduct { productId: ID! title: String! }
  type ExternalProductIdentifier { productId: String! productType: ProductType! }
  type InvalidProduct { clientProvidedProductDetails: LeftProduct! description: String! }
  type LeftProduct {
    externalProductIdentifier: ExternalProductIdentifier
    title: String
    images: [String!]
    category: String
    sku: String
    aspects: [SentAspect!]
  }
  type SentAspect { name: String! values: [String!]! }
`)
