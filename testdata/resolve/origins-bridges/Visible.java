public class Visible extends Hidden {}
