/** Vite takes imported style sheets out of the script and into `inspector.css`. */
declare module '*.css';
