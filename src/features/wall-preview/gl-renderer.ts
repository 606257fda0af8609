import { fromSquare, inverse, type Quad, stretched } from '#lib/homography.ts';
import { FRAGMENT, VERTEX } from './gl-shader.ts';
import { brightnessIn, exposureOn, type LightMap } from './picture/light.ts';
import { edgeDistances } from './picture/texels.ts';
import { blank, type Sources } from './sources.ts';

/** What is to be seen, and at how many pixels. */
interface View {
  quad: Quad;
  strength: number;
  width: number;
  height: number;
}

type GL = WebGL2RenderingContext;

/** The shader's pictures, by the units that they are bound to. */
const UNITS = ['wall', 'mural'] as const;

/** Around a place of the wall: a copy of it that is so long on its longest side. */
const AROUND_SIDE = 12;

/** The longest side of a picture that this browser draws by its graphics processor; 0 where it has no WebGL 2. */
export function drawableSide(): number {
  const gl = blank(1, 1).getContext('webgl2');
  const side = gl?.getParameter(gl.MAX_TEXTURE_SIZE) ?? 0;
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return side;
}

/** Draws by the graphics processor; throws where there is none. `onLost` hears when it went away. */
export function createRenderer({ wall, mural, light }: Sources, onLost?: () => void) {
  const canvas = blank(1, 1);
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false });
  if (!gl) throw new Error('This browser has no WebGL');
  const at = program(gl);
  for (const [unit, picture] of [wall, mural].entries()) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    fill(gl, picture);
  }
  gl.uniform1f(at('around'), Math.log2(Math.max(wall.width, wall.height) / AROUND_SIDE));
  const lost = () => onLost?.();
  canvas.addEventListener('webglcontextlost', lost);
  return {
    canvas,
    draw(view: View): void {
      if (canvas.width !== view.width || canvas.height !== view.height)
        Object.assign(canvas, { width: view.width, height: view.height });
      gl.viewport(0, 0, view.width, view.height);
      setUniforms(gl, at, view, light);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    dispose(): void {
      canvas.removeEventListener('webglcontextlost', lost);
      canvas.remove();
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

type Places = (name: string) => WebGLUniformLocation | null;

/** The compiled shaders, in use; gives where their values are set. */
function program(gl: GL): Places {
  const made = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind) as WebGLShader;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(made) ?? 'The shaders do not link');
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React, whatever its name
  gl.useProgram(made);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(made, 'corner');
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  for (const [unit, name] of UNITS.entries()) gl.uniform1i(gl.getUniformLocation(made, name), unit);
  return (name) => gl.getUniformLocation(made, name);
}

/** Fills the bound texture, whose last row and column go on. Seen smaller, a picture neither flickers nor is soft. */
function fill(gl: GL, picture: HTMLCanvasElement): void {
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  gl.generateMipmap(gl.TEXTURE_2D);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  const sharp = gl.getExtension('EXT_texture_filter_anisotropic');
  if (sharp) gl.texParameterf(gl.TEXTURE_2D, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 8);
}

function setUniforms(gl: GL, at: Places, view: View, light: LightMap): void {
  const quad = stretched(view.quad, view.width, view.height);
  const [a, b, c, d, e, f, g, h, i] = inverse(fromSquare(quad));
  const brightness = brightnessIn(light, view.quad);
  // Column by column.
  gl.uniformMatrix3fv(at('toMural'), false, [a, d, g, b, e, h, c, f, i]);
  gl.uniform3fv(at('edges'), edgeDistances(quad).flat());
  gl.uniform2f(at('size'), view.width, view.height);
  gl.uniform1f(at('strength'), view.strength);
  gl.uniform1f(at('brightness'), brightness);
  gl.uniform1f(at('exposure'), exposureOn(brightness));
}
