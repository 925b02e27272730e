import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Factor, useReplaceFactors } from '../api/price-factors.api.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'

/** Confirms that rewards cost the same in a country as in the shop. */
export function DeleteFactorDialog({
  factors,
  factor,
  onClose,
}: {
  factors: Factor[]
  factor: Factor
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const replace = useReplaceFactors({
    onSuccess: () => {
      notifySuccess(t('factor.delete.done'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('factor.delete.title', { name: countryName(factor.country) })}
      text={t('factor.delete.text')}
      confirm={t('factor.delete.action')}
      cancel={t('common:cancel')}
      busy={replace.isPending}
      onClose={onClose}
      onConfirm={() => replace.mutate(factors.filter(({ country }) => country !== factor.country))}
    />
  )
}
