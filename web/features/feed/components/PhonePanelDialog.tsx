import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AllowancePanel } from './AllowancePanel.tsx'
import { ChecklistPanel } from './ChecklistPanel.tsx'

/** The points or the checklist as a sheet. */
export function PhonePanelDialog({
  panel,
  onClose,
}: {
  panel: 'points' | 'checklist'
  onClose: () => void
}) {
  const { t } = useTranslation('feed')
  return (
    <Dialog
      title={panel === 'points' ? t('you.label') : t('checklist.title')}
      close={t('common:close')}
      onClose={onClose}
    >
      {panel === 'points' ? <AllowancePanel /> : <ChecklistPanel onChoose={onClose} />}
    </Dialog>
  )
}
