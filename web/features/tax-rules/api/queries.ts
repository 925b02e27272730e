import type { ExampleCountry, TaxRule, TaxRuleInput } from '#contract/schemas/tax-rules.ts'
import { useCall } from '#web/shared/use-call.ts'

type Callbacks<Output> = {
  onSuccess: (output: Output) => void
  onError: (error: unknown) => void
}
// A refusal also refetches: the list was out of date.
const refetchesOnError = () => true

/** Saves a new rule (`id` null) or changes one. */
export const useSaveRule = (callbacks: Callbacks<TaxRule>) =>
  useCall(
    ({ id }: { id: string | null; body: TaxRuleInput }) =>
      id === null ? 'tax_rules.create' : 'tax_rules.update',
    {
      input: ({ id, body }) => (id === null ? { body } : { params: { id }, body }),
      waitsFor: ['tax_rules'],
      ...callbacks,
    },
  )

export const useAddExamples = (callbacks: Callbacks<TaxRule[]>) =>
  useCall('tax_rules.add_examples', {
    input: (country: ExampleCountry) => ({ body: { country } }),
    refetchesOnError,
    waitsFor: ['tax_rules'],
    ...callbacks,
  })

export const useConfirmRule = (callbacks: Callbacks<TaxRule>) =>
  useCall('tax_rules.confirm', {
    input: (id: string) => ({ params: { id } }),
    refetchesOnError,
    waitsFor: ['tax_rules'],
    ...callbacks,
  })

export const useDeleteRule = (callbacks: Callbacks<undefined>) =>
  useCall('tax_rules.delete', {
    input: (id: string) => ({ params: { id } }),
    refetchesOnError,
    waitsFor: ['tax_rules'],
    ...callbacks,
  })
