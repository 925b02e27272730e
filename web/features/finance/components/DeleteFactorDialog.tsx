import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Factor, useChangeFactors } from '../api/price-factors.api.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'

/** Confirms that rewards cost the same in a country as in the shop. */
export function DeleteFactorDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const change = useChangeFactors({
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
      busy={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate((factors) => factors.filter(({ country }) => country !== factor.country))
      }
    />
  )
}
