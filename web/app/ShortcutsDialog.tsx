import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ShortcutList } from '#web/shared/shortcuts/ShortcutList.tsx'
import { areShortcutsEnabled, setShortcutsEnabled } from '#web/shared/shortcuts/shortcuts.ts'

/** Lists all shortcuts, with a switch that disables single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [isEnabled, setIsEnabled] = useState(areShortcutsEnabled)
  const setEnabled = (wanted: boolean) => {
    setShortcutsEnabled(wanted)
    setIsEnabled(wanted)
  }
  return (
    <Dialog onClose={onClose} title={t('keys.title')} close={t('common:close')}>
      <ShortcutList on={isEnabled} />
      <Switch
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
        label={t('keys.on')}
        description={t('keys.on_text')}
      />
    </Dialog>
  )
}
