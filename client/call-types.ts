import type {
  BodyInputOf,
  FormatOf,
  OutputOf,
  PaginatedName,
  ParamsInputOf,
  QueryInputOf,
  QueryOf,
  RouteName,
  UploadName,
} from '../contract/routes/index.ts'

type Optional<T> = Record<never, never> extends T ? true : false
/** A field that a call has when the contract names it; required when it has required fields. */
type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Optional<T> extends true
    ? { [Key in Name]?: T }
    : { [Key in Name]: T }
/** Query fields. A field that is converted, such as a number, has its converted type. */
type QueryFields<Input, Output> = {
  [Key in keyof Input]: unknown extends Input[Key]
    ? Key extends keyof Output
      ? Output[Key]
      : never
    : Input[Key]
}
type QueryInput<N extends RouteName> =
  QueryInputOf<N> extends infer Input
    ? [Input] extends [undefined]
      ? undefined
      : QueryFields<Input, QueryOf<N>>
    : never

type SendOptions = {
  /** The Idempotency-Key, if it is not a random one. Only calls of the contract that take one send it. */
  key?: string
  /** Ends the call; its promise rejects with the reason of the signal. */
  signal?: AbortSignal
  /** The time of each attempt. Default: that of the client. */
  timeoutMs?: number
}

/** The input of a call. */
export type CallInput<N extends RouteName> = Field<'params', ParamsInputOf<N>> &
  Field<'query', QueryInput<N>> &
  Field<'body', BodyInputOf<N>> &
  (N extends UploadName ? { file?: Blob } : unknown) &
  SendOptions
/** The arguments of a call after its name: none is needed when every field is optional. */
export type CallArguments<N extends RouteName> =
  Optional<CallInput<N>> extends true ? [input?: CallInput<N>] : [input: CallInput<N>]

/** The result of a call: its body, the text of a CSV file, or the response of another format. */
export type CallResult<N extends RouteName> =
  FormatOf<N> extends 'json' | undefined
    ? OutputOf<N>
    : FormatOf<N> extends 'csv'
      ? string
      : Response

/** An item of a list that is read in pages. */
export type ItemOf<N extends PaginatedName> =
  OutputOf<N> extends readonly (infer Item)[] | { items: readonly (infer Item)[] } ? Item : never
