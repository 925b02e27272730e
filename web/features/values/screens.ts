export { ValuesScreen } from './screens/ValuesScreen.tsx'
