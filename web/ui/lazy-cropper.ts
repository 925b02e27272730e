// The crop library and its styles, loaded on demand.
import 'react-easy-crop/react-easy-crop.css'
export { default } from 'react-easy-crop'
